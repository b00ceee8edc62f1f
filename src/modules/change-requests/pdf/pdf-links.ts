/** Path of a PDF's bytes: the hash stands for what it shows, the name is for people who save it. */
export function pdfPath(hash: string, name: string): string {
  return `/pdfs/${hash}/${encodeURIComponent(name)}`;
}

/** Where it lies in the object storage. */
export function pdfStorageKey(hash: string): string {
  return `pdfs/${hash}`;
}
