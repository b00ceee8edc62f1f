import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  /** Text of each page, line by line. */
  readonly pages: readonly string[];
  /** Addresses and names of places that each page links to. */
  readonly links: readonly (readonly string[])[];
  /** Pictures on each page. */
  readonly images: readonly number[];
  /** Index of the page that each name of a place leads to. */
  readonly places: Readonly<Record<string, number>>;
  /** Indented by their depth. */
  readonly outline: readonly string[];
}

type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;
type Outline = Awaited<ReturnType<PdfDocument['getOutline']>>;

/** Reads a PDF as a program of somebody else does. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) pages.push(await pdf.getPage(number));
  const read = {
    pages: await Promise.all(pages.map(textOf)),
    links: await Promise.all(pages.map(linksOf)),
    images: await Promise.all(pages.map(imagesOf)),
    places: await placesOf(pdf),
    outline: outlineOf(await pdf.getOutline(), ''),
  };
  await task.destroy();
  return read;
}

async function textOf(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

async function linksOf(page: PdfPage): Promise<string[]> {
  const annotations: { url?: string; dest?: unknown }[] = await page.getAnnotations();
  return annotations.map(({ url, dest }) => url ?? String(dest));
}

async function imagesOf(page: PdfPage): Promise<number> {
  const { fnArray } = await page.getOperatorList();
  return fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
}

async function placesOf(pdf: PdfDocument): Promise<Record<string, number>> {
  const destinations: Record<string, unknown> = await pdf.getDestinations();
  const places = Object.entries(destinations).map(async ([name, place]): Promise<[string, number]> => [name, Array.isArray(place) ? await pdf.getPageIndex(place[0]) : -1]);
  return Object.fromEntries(await Promise.all(places));
}

function outlineOf(items: Outline, indent: string): string[] {
  return (items ?? []).flatMap((item) => [indent + item.title, ...outlineOf(item.items, `${indent}  `)]);
}
