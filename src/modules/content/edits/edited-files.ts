import { Injectable } from '@nestjs/common';
import { Config } from '../../../kernel/config/config.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { Fetcher, FetchError } from '../../../kernel/fetch/fetcher.js';
import { Turns } from '../../../kernel/limits/turns.js';
import { ObjectStorage } from '../../../kernel/storage/object-storage.js';
import type { ContentEdit, InsertedFileDto } from '../dto/content-edits.dto.js';
import { newFile, storeBytes } from '../files/new-file.js';
import { contentTypeOf } from '../import/content-type.js';
import type { NewFile } from '../store/content-changes.js';
import type { EditNames } from './edit-names.js';

const LARGEST = 1_000_000;
/** Files that are fetched for all edits together, each of them into memory. */
const FETCHED_AT_ONCE = 8;

/** Reads the files that edits insert, and stores their bytes. */
@Injectable()
export class EditedFiles {
  private readonly turns = new Turns(FETCHED_AT_ONCE);

  constructor(
    private readonly fetcher: Fetcher,
    private readonly storage: ObjectStorage,
    private readonly config: Config,
  ) {}

  /** The files of each edit, by its place. @throws BadInputError naming a file that can't be had */
  async prepare(edits: readonly ContentEdit[], names: EditNames): Promise<ReadonlyMap<number, readonly NewFile[]>> {
    const prepared = new Map<number, readonly NewFile[]>();
    for (const [index, edit] of edits.entries()) {
      if (edit.operation !== 'insert_files') continue;
      const files = edit.files.map((file, place) => {
        const store = (): Promise<NewFile> => this.store(file, `changes.${String(index)}.files.${String(place)}`);
        return file.url === undefined ? store() : this.turns.run(store);
      });
      prepared.set(index, (await Promise.all(files)).map((file, place) => withName(file, names.files.get(edit.files[place]?.ref ?? ''))));
    }
    return prepared;
  }

  private async store(file: InsertedFileDto, field: string): Promise<NewFile> {
    const read = await this.read(file, field);
    await storeBytes(this.storage, [read]);
    return newFile(read);
  }

  private async read({ name, url, base64, contentType }: InsertedFileDto, field: string): Promise<{ name: string; contentType: string; content: Buffer }> {
    if (url === undefined) {
      const content = Buffer.from(base64 ?? '', 'base64');
      if (content.length > LARGEST) throw BadInputError.ofField(`${field}.base64`, `must be at most ${String(LARGEST)} bytes, is ${String(content.length)}`);
      return { name, contentType: contentType ?? '', content };
    }
    const { body, contentType: declared } = await this.fetch(url, `${field}.url`);
    return { name, contentType: contentType ?? (await contentTypeOf(body, name, declared)), content: body };
  }

  private async fetch(url: string, field: string): Promise<{ body: Buffer; contentType: string }> {
    const answer = await this.fetcher.fetch(url, { maxBytes: this.config.importBounds.fileBytes }).catch((error: unknown) => {
      if (error instanceof FetchError) throw BadInputError.ofField(field, error.message);
      throw error;
    });
    if (answer.status < 200 || answer.status > 299) throw BadInputError.ofField(field, `${url} answered ${String(answer.status)}`);
    return answer;
  }
}

function withName(file: NewFile, id: string | undefined): NewFile {
  return id === undefined ? file : { ...file, fileId: id };
}
