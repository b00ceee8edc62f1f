import { htmlToMarkdown } from './html-to-markdown.js';

/** What the thread does; it takes its values as one list. */
export const markdown = (values: Parameters<typeof htmlToMarkdown>): string => htmlToMarkdown(...values);
