import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { QueryInteger } from '../../../kernel/validation/query-fields.js';
import { PAGE_TYPES, type PageType } from '../model/page.js';
import type { AttributeChanges, SemanticChange } from '../model/semantic-changes.js';

const MOST_CHANGES = 1_000;
const FEW_CHANGES = 10;

const TYPES = [
  'page_created',
  'page_edited',
  'page_deleted',
  'page_moved',
  'file_created',
  'file_edited',
  'file_deleted',
  'variables_edited',
] as const satisfies readonly SemanticChange['type'][];

const CHANGES_BY_NAME = {
  type: 'object',
  additionalProperties: { type: 'object', properties: { before: {}, after: {} }, description: 'The values; one that was not there is absent' },
} as const;

export class SemanticChangesQuery {
  @QueryInteger({ min: 1, max: MOST_CHANGES, default: FEW_CHANGES, description: 'Most changes to answer.' })
  limit: number;
}

@ApiSchema({ name: 'ChangedPage' })
export class ChangedPageDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ enum: PAGE_TYPES })
  type: PageType;

  @ApiProperty()
  title: string;

  @ApiProperty()
  path: string;
}

@ApiSchema({ name: 'ChangedParent' })
export class ChangedParentDto {
  @ApiPropertyOptional({ type: ChangedPageDto, description: 'Absent: the root' })
  before?: ChangedPageDto;

  @ApiPropertyOptional({ type: ChangedPageDto, description: 'Absent: the root' })
  after?: ChangedPageDto;
}

@ApiSchema({ name: 'ChangedFile' })
export class ChangedFileDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  contentType: string;

  @ApiProperty({ format: 'uri' })
  downloadURL: string;
}

@ApiSchema({ name: 'SemanticChange' })
export class SemanticChangeDto {
  @ApiProperty({ enum: TYPES })
  type: SemanticChange['type'];

  @ApiPropertyOptional({ type: ChangedPageDto, description: 'As it is after the change; a deleted one as it was' })
  page?: ChangedPageDto;

  @ApiPropertyOptional({ type: ChangedParentDto, description: 'Of a page that was moved, within its parent or to another' })
  parent?: ChangedParentDto;

  @ApiPropertyOptional({ type: ChangedFileDto })
  file?: ChangedFileDto;

  @ApiPropertyOptional({ ...CHANGES_BY_NAME, description: 'Of what was edited: the fields that changed; `document` names bodies' })
  attributes?: AttributeChanges;

  @ApiPropertyOptional({ ...CHANGES_BY_NAME, description: 'Variables of the space that changed' })
  variables?: AttributeChanges;
}
