import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
code, pre { font: 0.95rem/1.5 ui-monospace, monospace; }
code.code { font-size: 1.25rem; overflow-wrap: anywhere; user-select: all; }
pre { padding: 1rem; border: 1px solid; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** Nothing runs, nothing is loaded, nothing is sent, and no other page shows it in a frame. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function codePage({ email, code, exchange, minutes }: { email: string; code: string; exchange: string; minutes: number }): string {
  const command = `curl -X POST ${exchange} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"code": "${code}"}'`;
  return page(
    'You are signed in',
    `<p>The identity provider says that you are <strong>${escaped(email)}</strong>.</p>
<h2 id="code">Your one-time code</h2>
<p><code class="code" aria-labelledby="code">${escaped(code)}</code></p>
<p>It can be exchanged once, within ${String(minutes)} minutes, for an access token:</p>
<pre><code>${escaped(command)}</code></pre>
<p>Give it to nobody but the program that you want to use. You may close this page afterwards.</p>`,
  );
}

export function refusalPage(reason: string): string {
  return page('You are not signed in', `<p role="alert">${escaped(reason)}</p>\n<p>Begin again, or ask an admin of your organization.</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Docspine</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
