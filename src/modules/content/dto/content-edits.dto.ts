import type { Type } from '@nestjs/common';
import type { SchemaObject } from '@nestjs/swagger';
import { ApiExtraModels, ApiSchema, getSchemaPath } from '../../../kernel/openapi/late-decorators.js';
import type { FieldFault } from '../../../kernel/errors/errors.js';
import { Choice, Custom, Flag, NestedList, Nullable, Optional, Text, WebAddress, WholeNumber } from '../../../kernel/validation/body-fields.js';
import { objectCheck } from '../../../kernel/validation/field-rule.js';
import { isObject, notAnObject } from '../../../kernel/validation/objects.js';
import { kindOf, textFault } from '../../../kernel/validation/text-check.js';

const MOST_CHANGES = 50;
const MOST_FILES = 20;
const LONGEST_MARKDOWN = 1_000_000;
/** Base64 of a megabyte. */
const LONGEST_BASE64 = 1_400_000;
const LAST_INDEX = 1_000_000;

/** What a download may be called: a name that leads nowhere, and reads as it is. */
const FILE_NAME = /^(?!\.{1,2}$)[^/\\\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u;
const PAGE = { min: 1, max: 64 };
const REF = { min: 1, max: 100, pattern: /^[0-9A-Za-z_-]+(?:\.[0-9A-Za-z_-]+)*$/ };

export type DocumentInput = { markdown: string } | { document: unknown } | Record<string, never>;

const DOCUMENT_SCHEMA: SchemaObject = {
  description: 'The body: Markdown, a tree of blocks, or nothing',
  oneOf: [
    { type: 'object', required: ['markdown'], properties: { markdown: { type: 'string', maxLength: LONGEST_MARKDOWN } }, additionalProperties: false },
    { type: 'object', required: ['document'], properties: { document: { type: 'object', additionalProperties: true } }, additionalProperties: false },
    { type: 'object', maxProperties: 0 },
  ],
};

function documentFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const [key, another] = Object.keys(value);
  if (key === undefined) return [];
  if (another !== undefined || (key !== 'markdown' && key !== 'document')) return [{ field: path, message: 'must hold markdown, document or nothing' }];
  const fault = key === 'markdown' ? textFault(value[key], { max: LONGEST_MARKDOWN }) : undefined;
  return fault === undefined ? [] : [{ field: `${path}.markdown`, message: fault }];
}

/** What a page has beside its body and its place. Front matter in a Markdown body wins over these. */
export class PagePropertiesDto {
  @Optional()
  @Text({ min: 1, max: 255 })
  title?: string;

  @Optional()
  @Text({ max: 100, description: 'Part of the path under the parent; empty: made from the title. A number is added where another page has it.' })
  slug?: string;

  @Optional()
  @Nullable()
  @Text({ min: 1, max: 50 })
  emoji?: string | null;

  @Optional()
  @Nullable()
  @Text({ min: 1, max: 50 })
  icon?: string | null;

  @Optional()
  @Nullable()
  @Text({ max: 2048 })
  description?: string | null;

  @Optional()
  @Flag()
  hidden?: boolean;

  @Optional()
  @Flag()
  noIndex?: boolean;

  @Optional()
  @Flag()
  noRobotsIndex?: boolean;
}

@ApiSchema({ name: 'InsertPage' })
export class InsertPageDto extends PagePropertiesDto {
  @Choice(['insert_page'], { name: 'InsertPageOperation' })
  operation: 'insert_page';

  @Custom({ schema: DOCUMENT_SCHEMA, check: documentFaults })
  document: DocumentInput;

  @Optional()
  @Text({ ...PAGE, description: 'Parent: id of a page, or `ref` of one inserted before; left out: the root' })
  into?: string;

  @Optional()
  @WholeNumber({ min: 0, max: LAST_INDEX, description: 'Index among its siblings; left out: the last' })
  at?: number;

  @Optional()
  @Text({ ...REF, description: 'Name of the page within this request: other changes link to it by `./<ref>.md`' })
  ref?: string;
}

@ApiSchema({ name: 'UpdatePage' })
export class UpdatePageDto extends PagePropertiesDto {
  @Choice(['update_page'], { name: 'UpdatePageOperation' })
  operation: 'update_page';

  @Text({ ...PAGE, description: 'Id of the page, or `ref` of one inserted before' })
  page: string;

  @Optional()
  @Custom({ schema: DOCUMENT_SCHEMA, check: documentFaults })
  document?: DocumentInput;

  @Optional()
  @Nullable()
  @Text({ ...PAGE, description: 'New parent; null: the root; left out: the same' })
  into?: string | null;

  @Optional()
  @WholeNumber({ min: 0, max: LAST_INDEX, description: 'Index among its siblings; left out: as it is, or the last under a new parent' })
  at?: number;
}

@ApiSchema({ name: 'DeletePage' })
export class DeletePageDto {
  @Choice(['delete_page'], { name: 'DeletePageOperation' })
  operation: 'delete_page';

  @Text({ ...PAGE, description: 'Id of the page; everything below it goes, too' })
  page: string;
}

@ApiSchema({ name: 'RevertPage' })
export class RevertPageDto {
  @Choice(['revert_page'], { name: 'RevertPageOperation' })
  operation: 'revert_page';

  @Text({ ...PAGE, description: 'Id of the page' })
  page: string;

  @Optional()
  @Text({ ...PAGE, description: 'Revision to go back to; left out: the one of the main content that was last taken in' })
  revision?: string;
}

@ApiSchema({ name: 'InsertedFile' })
export class InsertedFileDto {
  @Text({ min: 1, max: 256, description: 'With its ending; one part of a path' })
  name: string;

  @Optional()
  @WebAddress({ max: 2048, description: 'Where the bytes are; either this or `base64`' })
  url?: string;

  @Optional()
  @Text({ min: 1, max: LONGEST_BASE64, description: 'The bytes, at most a megabyte; needs `contentType`' })
  base64?: string;

  @Optional()
  @Text({ min: 3, max: 255, pattern: /^[\w.+-]+\/[\w.+-]+$/, description: 'Media type; left out: as the bytes, the name or the answer tell' })
  contentType?: string;

  @Optional()
  @Text({ ...REF, description: 'Name of the file within this request: pages link to it by `./<ref>`' })
  ref?: string;
}

@ApiSchema({ name: 'InsertFiles' })
export class InsertFilesDto {
  @Choice(['insert_files'], { name: 'InsertFilesOperation' })
  operation: 'insert_files';

  @NestedList(() => InsertedFileDto, { maxItems: MOST_FILES })
  files: InsertedFileDto[];
}

export type ContentEdit = InsertPageDto | UpdatePageDto | DeletePageDto | RevertPageDto | InsertFilesDto;

const EDITS: Readonly<Record<ContentEdit['operation'], Type<ContentEdit>>> = {
  insert_page: InsertPageDto,
  update_page: UpdatePageDto,
  delete_page: DeletePageDto,
  revert_page: RevertPageDto,
  insert_files: InsertFilesDto,
};

const references = Object.entries(EDITS).map(([operation, type]) => [operation, getSchemaPath(type)] as const);

const EDITS_SCHEMA: SchemaObject = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_CHANGES,
  description: 'In the order in which they are made',
  items: { oneOf: references.map(([, $ref]) => ({ $ref })), discriminator: { propertyName: 'operation', mapping: Object.fromEntries(references) } },
};

function editsFaults(value: unknown, path: string): FieldFault[] {
  if (!Array.isArray(value)) return [{ field: path, message: `must be a list, is ${kindOf(value)}` }];
  if (value.length < 1 || value.length > MOST_CHANGES) return [{ field: path, message: `must be 1 to ${String(MOST_CHANGES)} items, is ${String(value.length)}` }];
  return value.flatMap((edit: unknown, index) => editFaults(edit, `${path}.${String(index)}`));
}

function editFaults(edit: unknown, path: string): readonly FieldFault[] {
  if (!isObject(edit)) return notAnObject(edit, path);
  const [, type] = Object.entries(EDITS).find(([name]) => name === edit['operation']) ?? [];
  if (type === undefined) return [{ field: `${path}.operation`, message: `must be one of ${Object.keys(EDITS).join(', ')}` }];
  const faults = objectCheck(() => type)(edit, path);
  return faults.length > 0 ? faults : fileFaults(edit, path);
}

/** What one field alone doesn't show of the files to insert. */
function fileFaults(edit: object, path: string): FieldFault[] {
  const files = 'files' in edit ? (edit as InsertFilesDto).files : undefined; // checked above
  if (files === undefined) return [];
  if (files.length === 0) return [{ field: `${path}.files`, message: `must be 1 to ${String(MOST_FILES)} items, is 0` }];
  return files.flatMap(({ name, url, base64, contentType }, index) => {
    const field = `${path}.files.${String(index)}`;
    if (!FILE_NAME.test(name)) return [{ field: `${field}.name`, message: 'must be one part of a path, without slashes, control characters and marks that turn letters round' }];
    if ((url === undefined) === (base64 === undefined)) return [{ field, message: 'needs either url or base64' }];
    if (base64 === undefined) return [];
    if (contentType === undefined) return [{ field: `${field}.contentType`, message: 'is required with base64' }];
    return /^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/.test(base64) ? [] : [{ field: `${field}.base64`, message: 'must be base64' }];
  });
}

@ApiSchema({ name: 'EditContent' })
@ApiExtraModels(...Object.values(EDITS))
export class EditContentDto {
  @Custom({ schema: EDITS_SCHEMA, check: editsFaults })
  changes: ContentEdit[];
}
