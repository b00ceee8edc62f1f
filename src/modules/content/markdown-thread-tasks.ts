import { markdownAddresses } from './import/markdown-addresses.js';
import { parseSummary } from './import/summary.js';
import { evaluateMarkdown } from './model/markdown/evaluate.js';
import { readMarkdownFacts } from './model/markdown/markdown-reader.js';
import { sourceDocument } from './model/markdown/page-source.js';
import { keepUnchanged } from './model/markdown/unchanged-markdown.js';

/* What the thread does, by the names that the service calls; each takes its values as one list. */

export const addresses = (values: Parameters<typeof markdownAddresses>): ReturnType<typeof markdownAddresses> => markdownAddresses(...values);
export const document = (values: Parameters<typeof sourceDocument>): ReturnType<typeof sourceDocument> => sourceDocument(...values);
export const evaluated = (values: Parameters<typeof evaluateMarkdown>): ReturnType<typeof evaluateMarkdown> => evaluateMarkdown(...values);
export const facts = (values: Parameters<typeof readMarkdownFacts>): ReturnType<typeof readMarkdownFacts> => readMarkdownFacts(...values);
export const summary = (values: Parameters<typeof parseSummary>): ReturnType<typeof parseSummary> => parseSummary(...values);
export const unchanged = (values: Parameters<typeof keepUnchanged>): ReturnType<typeof keepUnchanged> => keepUnchanged(...values);
