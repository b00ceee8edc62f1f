import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '../../../kernel/openapi/late-decorators.js';
import { LocationUrlsDto } from '../../../kernel/openapi/location-urls.dto.js';
import { QueryFlag } from '../../../kernel/validation/query-fields.js';
import { FileDto } from '../../content/dto/file.dto.js';
import { ChangeRequestDto } from './change-request.dto.js';

export class EditContentQuery {
  @QueryFlag({ default: true, description: 'True answers the change request alone, false what became of each page and file, too.' })
  compat: boolean;
}

@ApiSchema({ name: 'EditedPage' })
export class EditedPageDto {
  @ApiProperty({ enum: ['page'] })
  object: 'page';

  @ApiProperty()
  id: string;

  @ApiProperty({ type: LocationUrlsDto })
  urls: LocationUrlsDto;
}

@ApiSchema({ name: 'ContentEditOutcome' })
@ApiExtraModels(EditedPageDto)
export class ContentEditOutcomeDto {
  @ApiProperty({ enum: ['created_page', 'updated_page', 'deleted_page'] })
  object: 'created_page' | 'updated_page' | 'deleted_page';

  @ApiPropertyOptional({ description: 'Of a page that was inserted with one' })
  ref?: string;

  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(EditedPageDto) }, { type: 'string' }], description: 'The page; of a deleted one its id' })
  page: EditedPageDto | string;
}

@ApiSchema({ name: 'ContentEditsResult' })
export class ContentEditsResultDto {
  @ApiProperty({ type: ChangeRequestDto })
  changeRequest: ChangeRequestDto;

  @ApiProperty({ type: [ContentEditOutcomeDto], description: 'One for each page, in the order in which they were first touched' })
  changes: ContentEditOutcomeDto[];

  @ApiPropertyOptional({ type: [FileDto] })
  insertedFiles?: FileDto[];
}
