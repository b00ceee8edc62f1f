import { ApiProperty, ApiSchema } from '../../../../kernel/openapi/late-decorators.js';
import { QueryFlag, QueryText } from '../../../../kernel/validation/query-fields.js';

export class ChangeRequestPdfQuery {
  @QueryFlag({ description: 'True: only the page that `page` names, without the pages below it.' })
  only?: boolean;

  @QueryText({ min: 1, max: 64, description: 'Id of a page: the PDF has it and the pages below it.' })
  page?: string;
}

@ApiSchema({ name: 'ChangeRequestPDF' })
export class ChangeRequestPdfDto {
  @ApiProperty({ format: 'uri', description: 'Where the PDF is; answers without a token for a day at least' })
  url: string;
}
