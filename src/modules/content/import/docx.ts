import mammoth from 'mammoth';
import { XMLParser } from 'fast-xml-parser';
import type { Element, Root, RootContent } from 'hast';
import GithubSlugger from 'github-slugger';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { cleanPath, relativeAddress } from './folder-path.js';
import { copyDataImages, rewriteReferences } from './html-references.js';
import { headingOf } from './html-page.js';
import { attribute, byTag, childElements, elementsOf, findAll, findElement, hasClass, HtmlError, parseHtml, rootOf, textContent } from './html-tree.js';
import type { ImportedContent, ImportedPage } from './imported-content.js';
import { refusal, type ImportRun } from './import-run.js';
import { titleOfPath } from './markdown-title.js';
import type { VirtualFolder } from './virtual-folder.js';
import { readZipArchive } from './zip-archive.js';

const STYLES = [
  "p[style-name='Title'] => h1.document-title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Code'] => pre:separator('\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "r[style-name='HTML Code'] => code",
  'u => u',
];

/**
 * A Word document as pages: one for each heading of level 1, or one in all when there is none.
 * What stands before the first heading is a page of its own, named by the document's title.
 * @throws BadInputError when the document is damaged
 */
export async function readDocxContent(bytes: Buffer, name: string, run: ImportRun): Promise<ImportedContent> {
  // Unpacked here first, within the limits: the converter unpacks whatever it is given.
  const parts = await readZipArchive(bytes, run, () => false);
  if (!parts.has('[Content_Types].xml') || ![...parts.paths()].some((path) => /^word\/document\d*\.xml$/.test(path))) {
    throw refusal('this is a zip archive, not a Word document (docx)');
  }
  run.expect(1);
  const root = await convert(bytes, run);
  const title = documentTitle(parts) ?? titleOfPath(name);
  const sections = splitAtHeadings(root, title);
  const links = linksBetween(sections);
  const pages: ImportedPage[] = [];
  for (const section of sections) {
    pages.push(await pageOf(section, links, run));
    await run.pause();
  }
  run.finish(name);
  return run.content(pages);
}

interface Section {
  title: string;
  path: string;
  content: Root;
  ids: ReadonlySet<string>;
}

async function convert(bytes: Buffer, run: ImportRun): Promise<Root> {
  try {
    const { value } = await mammoth.convertToHtml({ buffer: bytes }, { styleMap: STYLES, externalFileAccess: false });
    run.checkTime();
    const root = parseHtml(value);
    for (const table of findAll(root, byTag('table'))) markHeaderRow(table);
    return rootOf(findElement(root, byTag('body')) ?? root);
  } catch (error) {
    if (error instanceof BadInputError) throw error;
    if (error instanceof HtmlError) throw refusal(`the Word document ${error.message}`);
    throw refusal(`the Word document is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Word's tables have their heads in the first row, by style only; the converter can't see it. */
function markHeaderRow(table: Element): void {
  const rows = findAll(table, byTag('tr'));
  const [first] = rows;
  if (first === undefined || rows.length < 2 || findElement(table, byTag('th')) !== undefined) return;
  for (const cell of childElements(first)) cell.tagName = 'th';
}

/** The title in the document's properties; templates leave generic ones there. */
function documentTitle(parts: VirtualFolder): string | undefined {
  const core = parts.get('docProps/core.xml');
  if (core === undefined) return undefined;
  try {
    const parsed: unknown = new XMLParser({ processEntities: false, parseTagValue: false }).parse(core.toString('utf8'));
    const title = property(property(parsed, 'cp:coreProperties'), 'dc:title');
    return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
  } catch {
    return undefined;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}

function splitAtHeadings(root: Root, documentName: string): Section[] {
  const isHeading = (node: RootContent): node is Element => node.type === 'element' && node.tagName === 'h1' && textContent(node) !== '';
  const hasHeadings = root.children.some((node) => isHeading(node) && !hasClass(node, 'document-title'));
  const groups: Root[] = [];
  for (const node of root.children) {
    const opens = isHeading(node) && !(hasHeadings && hasClass(node, 'document-title'));
    const last = groups.at(-1);
    if (last === undefined || (opens && hasHeadings)) groups.push({ type: 'root', children: [node] });
    else last.children.push(node);
  }
  const notes = takeNotes(groups);
  const filled = groups.filter((group) => textContent(group) !== '' || findElement(group, byTag('img')) !== undefined);
  const slugger = new GithubSlugger();
  const sections = filled.map((content) => {
    appendNotes(content, notes);
    const title = headingOf(content) ?? documentName;
    const ids = new Set([...elementsOf(content)].map((each) => attribute(each, 'id')).filter((id) => id !== undefined));
    return { title, path: cleanPath(`${slugger.slug(title) || 'page'}.md`) ?? 'page.md', content, ids };
  });
  return sections.length > 0 ? sections : [{ title: documentName, path: 'page.md', content: { type: 'root', children: [] }, ids: new Set() }];
}

/** The converter puts all notes into one list at the end of the document. */
function takeNotes(groups: readonly Root[]): Map<string, Element> {
  const last = groups.at(-1);
  const list = last?.children.at(-1);
  const notes = new Map<string, Element>();
  if (last === undefined || list?.type !== 'element' || list.tagName !== 'ol') return notes;
  for (const item of list.children) {
    const id = item.type === 'element' ? attribute(item, 'id') : undefined;
    if (item.type !== 'element' || id === undefined || !/^(?:foot|end)note-/.test(id)) return new Map();
    notes.set(id, item);
  }
  last.children.pop();
  return notes;
}

/** Each page ends with the notes that it refers to. */
function appendNotes(content: Root, notes: ReadonlyMap<string, Element>): void {
  const items = [...elementsOf(content)].filter(byTag('a')).flatMap((link) => {
    const note = notes.get((attribute(link, 'href') ?? '').slice(1));
    return note === undefined ? [] : [note];
  });
  if (items.length > 0) content.children.push({ type: 'element', tagName: 'ol', properties: {}, children: [...new Set(items)] });
}

async function pageOf(section: Section, links: SectionLinks, run: ImportRun): Promise<ImportedPage> {
  run.countPage();
  await copyDataImages(section.content, section.path, run);
  rewriteReferences(section.content, ({ address }) => {
    if (!address.startsWith('#') || section.ids.has(address.slice(1))) return undefined;
    const target = links.pathOfId.get(address.slice(1));
    return target === undefined ? undefined : relativeAddress(section.path, target) + address;
  });
  const markdown = await run.markdownOf(section.content, { anchors: links.named });
  return { type: 'document', title: section.title, path: section.path, markdown, pages: [] };
}

interface SectionLinks {
  /** Path of the page that holds an id. */
  pathOfId: ReadonlyMap<string, string>;
  /** Ids that some link of the document names. */
  named: ReadonlySet<string>;
}

function linksBetween(sections: readonly Section[]): SectionLinks {
  const addresses = sections.flatMap(({ content }) => [...elementsOf(content)].map((each) => attribute(each, 'href') ?? ''));
  return {
    pathOfId: new Map(sections.flatMap(({ ids, path }) => [...ids].map((id): [string, string] => [id, path]))),
    named: new Set(addresses.filter((address) => address.startsWith('#')).map((address) => address.slice(1))),
  };
}
