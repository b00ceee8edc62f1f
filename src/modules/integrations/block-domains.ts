/** The domains whose addresses the patterns match, each once, in lower case; `*.` stands for everything below. */
export function blockDomains(patterns: readonly string[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => hostOf(pattern) ?? []))];
}

/** Every entry of `blockDomains` that takes the domain in: itself, and the wildcards above it. */
export function domainsAbove(domain: string): string[] {
  const labels = domain.toLowerCase().split('.');
  const above = labels.map((_, index) => `*.${labels.slice(index).join('.')}`);
  return [labels.join('.'), ...above, '*'];
}

/** Host of `https://*.example.com:8080/file/**`, without the port. */
function hostOf(pattern: string): string | undefined {
  return /^https?:\/\/([^\s/?#@:]+)/i.exec(pattern)?.[1]?.toLowerCase();
}
