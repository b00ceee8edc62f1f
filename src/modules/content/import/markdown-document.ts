import { posix } from 'node:path';
import { canonicalAddress, webAddress, withoutFragment } from './canonical-address.js';
import { recognize } from './content-type.js';
import { isMarkdownPath, markdownPage } from './folder-documents.js';
import { cleanPath, decodePercent, relativeAddress } from './folder-path.js';
import type { ImportedContent } from './imported-content.js';
import { refusal, type ImportRun } from './import-run.js';
import { type MarkdownAddress, rewriteMarkdownAddresses } from './markdown-addresses.js';
import { mapConcurrently, SourceError, type SourceFetcher } from './source-fetcher.js';
import { decodeText, TextDecodingError } from './text-decoding.js';

const AT_ONCE = 8;

interface Reference {
  /** Canonical address. */
  key: string;
  url: URL;
  /** Shown in the page, so missed where it can't be had. */
  isShown: boolean;
  isImage: boolean;
}

export type AddressesOf = (markdown: string) => Promise<MarkdownAddress[]>;

/**
 * One Markdown document, with its pictures and the files of its origin that it links to. Page and files take
 * their paths from their addresses, so that relative links stay as they are; only addresses of pictures
 * elsewhere are rewritten, to the copies.
 */
export async function readMarkdownDocument(address: string, source: SourceFetcher, run: ImportRun, addressesOf: AddressesOf): Promise<ImportedContent> {
  const document = await source.getStart(address, 'text/markdown,text/plain;q=0.9,*/*;q=0.5');
  const { kind, description } = await recognize(document.body);
  if (kind !== 'text') throw refusal(`${document.url} is ${description}, not Markdown`);
  const base = new URL(document.url);
  const path = pathOf(base, base);
  run.countPage();
  const markdown = decode(document.body, document.url);
  const pagePath = run.files.paths.take(isMarkdownPath(path) ? path : `${path}.md`);
  const addresses = await addressesOf(markdown);
  const paths = await copyFiles(referencesOf(addresses, base), base, source, run);
  const copiedAddress = (written: MarkdownAddress): string | undefined => {
    const url = webAddress(written.address, base);
    const copied = url === undefined ? undefined : paths.get(canonicalAddress(url));
    const isRelative = !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written.address);
    return copied === undefined || isRelative ? undefined : relativeAddress(pagePath, copied);
  };
  return run.content([markdownPage(pagePath, rewriteMarkdownAddresses(markdown, copiedAddress, addresses))]);
}

function decode(body: Buffer, url: string): string {
  try {
    return decodeText(body);
  } catch (error) {
    if (error instanceof TextDecodingError) throw refusal(`${url} ${error.message}`);
    throw error;
  }
}

function referencesOf(addresses: readonly MarkdownAddress[], base: URL): Reference[] {
  const references = new Map<string, Reference>();
  for (const { kind, address } of addresses) {
    const url = webAddress(address, base);
    if (url === undefined || address.startsWith('#') || (kind === 'link' && url.origin !== base.origin)) continue;
    const key = canonicalAddress(url);
    if (key === canonicalAddress(base)) continue;
    const known = references.get(key);
    references.set(key, { key, url, isShown: kind !== 'link' || known?.isShown === true, isImage: kind === 'image' || known?.isImage === true });
  }
  return [...references.values()];
}

/** @returns paths of the copies by canonical address */
async function copyFiles(references: readonly Reference[], base: URL, source: SourceFetcher, run: ImportRun): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  run.expect(references.length + 1);
  await mapConcurrently(references, AT_ONCE, async (reference) => {
    const path = await copyFile(reference, base, source, run);
    if (path !== undefined) paths.set(reference.key, path);
    run.finish(reference.url.href);
  });
  return paths;
}

async function copyFile({ url, isShown, isImage }: Reference, base: URL, source: SourceFetcher, run: ImportRun): Promise<string | undefined> {
  const address = withoutFragment(url);
  try {
    const { body } = await source.get(address, isImage ? 'image/*,*/*;q=0.5' : '*/*');
    const { kind, description } = await recognize(body);
    // Other documents are not part of this one.
    if (!isShown && (kind === 'html' || isMarkdownPath(url.pathname))) return undefined;
    if (isImage && kind === 'html') throw new SourceError(`is ${description}, not a picture`);
    const path = run.files.paths.take(pathOf(url, base));
    await run.files.addAt(path, body);
    return path;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (isShown) run.fail(address, error.message);
    return undefined;
  }
}

function pathOf(url: URL, base: URL): string {
  const path = decodePercent(url.pathname).replace(/^\/+/, '');
  return cleanPath(url.origin === base.origin ? path : posix.join(url.hostname, path)) ?? 'document';
}
