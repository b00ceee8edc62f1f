import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { webAddress, withoutFragment } from './canonical-address.js';
import { decodeHtml } from './text-decoding.js';

export interface Sitemap {
  /** Addresses of pages, absolute, in the order of the file. */
  pages: string[];
  /** Addresses of further sitemaps, when the file is an index. */
  sitemaps: string[];
}

const parser = new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false, trimValues: true });
const unzip = promisify(gunzip);

/**
 * Reads a sitemap or an index of sitemaps: XML or plain lines, gzipped or not; relative entries count from its own address.
 * @param maxBytes most bytes of a gzipped sitemap once it is unpacked
 * @returns undefined for what is no sitemap
 */
export async function readSitemap(bytes: Buffer, url: string, maxBytes: number): Promise<Sitemap | undefined> {
  const content = await unpacked(bytes, maxBytes);
  if (content === undefined) return undefined;
  const text = decodeHtml(content).replace(/^\uFEFF/, '').trimStart();
  return text.startsWith('<') ? readXml(text, url) : readLines(text);
}

async function unpacked(bytes: Buffer, maxBytes: number): Promise<Buffer | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

function readXml(text: string, url: string): Sitemap | undefined {
  const parsed = parse(text);
  const urlset = property(parsed, 'urlset');
  const index = property(parsed, 'sitemapindex');
  if (urlset === undefined && index === undefined) return undefined;
  return { pages: locations(property(urlset, 'url'), url), sitemaps: locations(property(index, 'sitemap'), url) };
}

function parse(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    return undefined;
  }
}

function locations(entries: unknown, base: string): string[] {
  const list: unknown[] = Array.isArray(entries) ? entries : [entries];
  return list.flatMap((entry) => {
    const location = property(entry, 'loc');
    const address = typeof location === 'string' ? webAddress(location.trim(), base) : undefined;
    return address === undefined ? [] : [withoutFragment(address)];
  });
}

function readLines(text: string): Sitemap | undefined {
  const lines = text.split(/\s*\n\s*/).filter((line) => line !== '');
  const pages = lines.flatMap((line) => {
    const address = /^https?:\/\/\S+$/i.test(line) ? webAddress(line) : undefined;
    return address === undefined ? [] : [withoutFragment(address)];
  });
  return pages.length > 0 && pages.length === lines.length ? { pages, sitemaps: [] } : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
