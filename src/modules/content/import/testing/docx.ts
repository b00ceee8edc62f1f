import { zipOf } from './site.js';

export interface DocxBlock {
  text?: string;
  style?: string;
  bookmark?: string;
  /** Name of the bookmark to which the text links. */
  link?: string;
  table?: string[][];
  picture?: Buffer;
}

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A minimal Word document. */
export async function docxOf(blocks: readonly DocxBlock[]): Promise<Buffer> {
  const pictures = blocks.flatMap(({ picture }) => (picture === undefined ? [] : [picture]));
  const styles = ['Title', 'Heading1', 'Heading2'].map((id) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id.replace(/(\d)/, ' $1').replace('Heading', 'heading')}"/></w:style>`);
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="s" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/>${pictures.map((_picture, index) => `<Relationship Id="p${index}" Type="${RELATIONSHIPS}/image" Target="media/p${index}.png"/>`).join('')}</Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${MAIN}">${styles.join('')}</w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${MAIN}" xmlns:r="${RELATIONSHIPS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${blocks.map((block) => blockXml(block, pictures)).join('')}</w:body></w:document>`,
    ...Object.fromEntries(pictures.map((picture, index) => [`word/media/p${index}.png`, picture])),
  });
}

function blockXml({ text = '', style, bookmark, link, table, picture }: DocxBlock, pictures: readonly Buffer[]): string {
  if (table !== undefined) return `<w:tbl>${table.map((row) => `<w:tr>${row.map((cell) => `<w:tc><w:p>${run(cell)}</w:p></w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
  if (picture !== undefined) return `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A picture"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="p${pictures.indexOf(picture)}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const mark = bookmark === undefined ? '' : `<w:bookmarkStart w:id="1" w:name="${bookmark}"/><w:bookmarkEnd w:id="1"/>`;
  const content = link === undefined ? run(text) : `<w:hyperlink w:anchor="${link}">${run(text)}</w:hyperlink>`;
  return `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${mark}${content}</w:p>`;
}

function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}
