import { Injectable } from '@nestjs/common';
import { SignedLinks } from '../../../kernel/urls/signed-links.js';
import type { StoredFile } from '../store/file-rows.js';

/** Addresses under which files answer without a token. */
@Injectable()
export class FileLinks {
  constructor(private readonly links: SignedLinks) {}

  download(spaceId: string, file: Pick<StoredFile, 'fileId' | 'hash' | 'name'>): string {
    return this.links.sign(filePath(spaceId, file.fileId, file.hash, file.name));
  }
}

/** Path of a file's bytes: the hash makes each version an address of its own, the name is for people who save it. */
export function filePath(spaceId: string, fileId: string, hash: string, name: string): string {
  return `/files/${spaceId}/${fileId}/${hash}/${encodeURIComponent(name)}`;
}
