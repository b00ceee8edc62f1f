import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { SemanticChangeDto } from '../../content/dto/semantic-changes.dto.js';
import { ChangeRequestDto } from './change-request.dto.js';

@ApiSchema({ name: 'RevisionSemanticChanges' })
export class RevisionChangesDto {
  @ApiProperty({ type: [SemanticChangeDto] })
  changes: SemanticChangeDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'How many changes there are besides; absent when there are none' })
  more?: number;

  @ApiPropertyOptional({ type: ChangeRequestDto, description: 'What was merged by the revision' })
  mergedFrom?: ChangeRequestDto;
}
