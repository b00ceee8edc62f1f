/** Everything the service wants to know of a page's Markdown, read in one parse. */
export interface MarkdownFacts {
  /** Parsed front matter; empty when there is none (or it is no map). */
  frontMatter: Readonly<Record<string, unknown>>;
  /** Plain text of the first heading of level 1. */
  heading?: string;
  /** Every id that a link's fragment can name, as it stands in the page: headings (made as GitHub does) and HTML `id` and `name` attributes. */
  anchors: readonly string[];
  /** The page cut at its headings, in order; the text before the first heading is a section without a title (when not empty). */
  sections: readonly MarkdownSection[];
  /** Every address that the page names, in order, repeats included. */
  links: readonly MarkdownLink[];
}

export interface MarkdownSection {
  /** Id of the section's heading; '' for the text before the first. */
  anchor: string;
  /** Plain text of the heading. */
  title: string;
  /** Plain, decoded text without markup; blocks are parted by a newline. Code and table cells count. */
  body: string;
}

export interface MarkdownLink {
  /** `image`: pictures. `file`: `{% file %}` and downloads. `embed`: `{% embed %}`. `link`: all others, `{% content-ref %}` included. */
  kind: 'link' | 'image' | 'file' | 'embed';
  /** As written, after Markdown's own unescaping (entities, backslashes, angle brackets). */
  address: string;
  /** Plain text of the link or the image's alternative text. */
  text: string;
}
