import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { Choice, WebAddress } from '../../../kernel/validation/body-fields.js';
import { IMPORT_SOURCES, type ImportSource } from '../import/import-source.js';

@ApiSchema({ name: 'ImportContent' })
export class ImportContentDto {
  @WebAddress({ max: 2048, description: 'Where the content is: the start address of a website, or the address of a document or archive' })
  url: string;

  @Choice(IMPORT_SOURCES, { name: 'ImportSource', description: 'What is at the address' })
  source: ImportSource;
}

@ApiSchema({ name: 'ImportResult' })
export class ImportResultDto {
  @ApiProperty({ description: 'Id of the revision that holds what was imported' })
  revision: string;

  @ApiProperty({ type: 'integer', description: 'Pages and files that were taken in' })
  importedResources: number;

  @ApiProperty({ type: 'integer', description: 'Pages and files that were found' })
  totalResources: number;
}
