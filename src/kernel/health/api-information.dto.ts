import { ApiProperty, ApiSchema } from '../openapi/late-decorators.js';

@ApiSchema({ name: 'ApiInformation' })
export class ApiInformationDto {
  @ApiProperty({ description: 'Version of the service' })
  version: string;

  @ApiProperty({ format: 'date-time', description: 'When this version was released' })
  build: string;
}
