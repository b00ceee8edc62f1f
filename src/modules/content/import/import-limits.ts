/** Bounds of one import. */
export interface ImportLimits {
  /** Most pages. Setting `IMPORT_MAX_PAGES`. */
  pages: number;
  /** Most files. Setting `IMPORT_MAX_FILES`. */
  files: number;
  /** Most bytes of all that is read, decoded and unpacked. Setting `IMPORT_MAX_BYTES`. */
  bytes: number;
  /** Most bytes of one document or file. Setting `IMPORT_MAX_FILE_BYTES`. */
  fileBytes: number;
  /** Longest time of the whole import. Setting `IMPORT_TIMEOUT_SECONDS`. */
  milliseconds: number;
}

export const DEFAULT_IMPORT_LIMITS: Readonly<ImportLimits> = {
  pages: 2_000,
  files: 5_000,
  bytes: 500_000_000,
  fileBytes: 50_000_000,
  milliseconds: 600_000,
};

/** Bytes for people: `50 MB`, `1.5 kB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [unit, size] = bytes < 1_000_000 ? ['kB', 1_000] : ['MB', 1_000_000];
  return `${Number((bytes / Number(size)).toFixed(1))} ${unit}`;
}
