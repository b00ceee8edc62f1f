/** Signs between the title of a page and the name of its site. */
const SEPARATOR = /\s+[|\-–—·»«:]{1,2}\s+/u;

/** A `<title>` without the site's name, when that is known and stands at the end or the start. */
export function titleWithoutSite(title: string | undefined, site: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  if (site === undefined || site === '') return title;
  const parts = splitTitle(title);
  if (parts.length > 1 && parts.at(-1)?.text === site) return title.slice(0, parts.at(-2)?.end).trim();
  if (parts.length > 1 && parts[0]?.text === site) return title.slice(parts[1]?.start).trim();
  return title;
}

/** The ending that more than half of the titles of several pages share: the site's name. */
export function commonSuffix(titles: readonly string[]): string | undefined {
  if (titles.length < 2) return undefined;
  const counts = new Map<string, number>();
  for (const title of titles) {
    const parts = splitTitle(title);
    const last = parts.length > 1 ? parts.at(-1)?.text : undefined;
    if (last !== undefined) counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best !== undefined && best[1] > 1 && best[1] * 2 > titles.length ? best[0] : undefined;
}

interface TitlePart {
  text: string;
  start: number;
  end: number;
}

function splitTitle(title: string): TitlePart[] {
  const parts: TitlePart[] = [];
  let start = 0;
  for (const match of title.matchAll(new RegExp(SEPARATOR, 'gu'))) {
    parts.push({ text: title.slice(start, match.index), start, end: match.index });
    start = match.index + match[0].length;
  }
  parts.push({ text: title.slice(start), start, end: title.length });
  return parts;
}
