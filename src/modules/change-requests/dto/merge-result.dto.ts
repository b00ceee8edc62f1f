import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'MergeResult' })
export class MergeResultDto {
  @ApiProperty({ description: 'Id of the newest revision of the main content; of the change request where there are conflicts' })
  revision: string;

  @ApiProperty({ enum: ['merge', 'conflicts'], description: '`conflicts`: nothing was merged. Update the change request to see them.' })
  result: 'merge' | 'conflicts';
}

@ApiSchema({ name: 'UpdateResult' })
export class UpdateResultDto {
  @ApiProperty({ description: 'Id of the newest revision of the change request' })
  revision: string;

  @ApiProperty({ enum: ['update', 'conflicts'], description: '`conflicts`: everything else was taken in, and the pages concerned hold conflict markers' })
  result: 'update' | 'conflicts';
}
