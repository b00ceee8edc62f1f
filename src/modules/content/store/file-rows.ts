import type { Row } from './rows.js';

/** A file as it stands in one revision. */
export interface StoredFile {
  fileId: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  width: number | null;
  height: number | null;
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string;
  gitPath: string | null;
  gitOid: string | null;
  createdAt: Date;
}

/** Columns of `file_versions` (alias `f`) under the names of `StoredFile`; sizes are exact up to 2^53. */
export const FILE_COLUMNS = `
  f.file_id AS "fileId", f.name, f.content_type AS "contentType", f.size::float8 AS size, f.width, f.height, f.hash,
  f.git_path AS "gitPath", f.git_oid AS "gitOid", f.created_at AS "createdAt"`;

/** Where a file's bytes lie in the object storage: once, however many files and spaces have them. */
export function storageKey(hash: string): string {
  return `files/${hash}`;
}

export function fileRow(spaceId: string, line: string, since: number, file: StoredFile): Row {
  return {
    space_id: spaceId,
    line,
    file_id: file.fileId,
    since,
    name: file.name,
    content_type: file.contentType,
    size: file.size,
    width: file.width,
    height: file.height,
    hash: file.hash,
    git_path: file.gitPath,
    git_oid: file.gitOid,
    created_at: file.createdAt,
  };
}
