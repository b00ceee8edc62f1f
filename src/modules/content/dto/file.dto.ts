import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { GitObjectDto } from './page.dto.js';

@ApiSchema({ name: 'Dimensions' })
export class DimensionsDto {
  @ApiProperty({ type: Number, description: 'Pixels' })
  width: number;

  @ApiProperty({ type: Number, description: 'Pixels' })
  height: number;
}

@ApiSchema({ name: 'File' })
export class FileDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Media type' })
  contentType: string;

  @ApiProperty({ format: 'uri', description: 'Signed: answers without a token, for at least a day' })
  downloadURL: string;

  @ApiProperty({ type: Number, description: 'Bytes' })
  size: number;

  @ApiPropertyOptional({ type: DimensionsDto, description: 'Of an image' })
  dimensions?: DimensionsDto;

  @ApiPropertyOptional({ type: GitObjectDto })
  git?: GitObjectDto;
}

export const FileListDto = pageOf(FileDto);
export type FileListDto = InstanceType<typeof FileListDto>;
