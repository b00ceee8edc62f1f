/** Kinds of source that content can be imported from. */
export const IMPORT_SOURCES = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const;

export type ImportSource = (typeof IMPORT_SOURCES)[number];
