import { ApiProperty, ApiPropertyOptional, ApiSchema } from './late-decorators.js';

@ApiSchema({ name: 'FieldFault' })
export class FieldFaultDto {
  @ApiProperty({ description: 'Path of the field in the body, or name of the query parameter' })
  field: string;

  @ApiProperty()
  message: string;
}

@ApiSchema({ name: 'ErrorDetail' })
export class ErrorDetailDto {
  @ApiProperty({ type: 'integer', description: 'The HTTP status' })
  code: number;

  @ApiProperty({ description: 'For people: the field, the fault, the limit, what to do' })
  message: string;

  @ApiPropertyOptional({ type: [FieldFaultDto] })
  details?: FieldFaultDto[];
}

@ApiSchema({ name: 'Error' })
export class ErrorAnswerDto {
  @ApiProperty({ type: ErrorDetailDto })
  error: ErrorDetailDto;
}
