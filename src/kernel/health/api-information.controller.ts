import { Controller, Get } from '@nestjs/common';
import { ExtensionOperation } from '../openapi/operation.js';
import { RELEASED_AT, VERSION } from '../version.js';
import { ApiInformationDto } from './api-information.dto.js';

/** What the service is, for clients. */
@Controller('v1')
export class ApiInformationController {
  @ExtensionOperation({ id: 'getApiInformation', summary: 'Get the version of the service', answer: ApiInformationDto })
  @Get()
  get(): ApiInformationDto {
    return { version: VERSION, build: RELEASED_AT };
  }
}
