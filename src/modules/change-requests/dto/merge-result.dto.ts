import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';

@ApiSchema({ name: 'MergeConflict' })
export class MergeConflictDto {
  @ApiProperty({ enum: ['file', 'variable'] })
  object: 'file' | 'variable';

  @ApiPropertyOptional({ description: 'Id of the file' })
  id?: string;

  @ApiProperty({ description: 'Of the file, as the change request has it, or of the variable' })
  name: string;
}

const UNMARKED = 'Files and variables that both sides changed in different ways, or the one changed and the other deleted: they can hold no markers. Absent where there are none.';

@ApiSchema({ name: 'MergeResult' })
export class MergeResultDto {
  @ApiProperty({ description: 'Id of the newest revision of the main content; of the change request where there are conflicts' })
  revision: string;

  @ApiProperty({ enum: ['merge', 'conflicts'], description: '`conflicts`: nothing was merged. Update the change request to see them.' })
  result: 'merge' | 'conflicts';

  @ApiPropertyOptional({ type: [MergeConflictDto], description: UNMARKED })
  conflicts?: MergeConflictDto[];
}

@ApiSchema({ name: 'UpdateResult' })
export class UpdateResultDto {
  @ApiProperty({ description: 'Id of the newest revision of the change request' })
  revision: string;

  @ApiProperty({ enum: ['update', 'conflicts'], description: '`conflicts`: everything else was taken in, and the pages concerned hold conflict markers' })
  result: 'update' | 'conflicts';

  @ApiPropertyOptional({ type: [MergeConflictDto], description: `${UNMARKED} The change request keeps its own.` })
  conflicts?: MergeConflictDto[];
}
