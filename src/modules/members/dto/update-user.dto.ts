import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { KeptAddress, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';

@ApiSchema({ name: 'UpdateUser' })
export class UpdateUserDto {
  @Optional()
  @Text({ min: 1, max: 64, example: 'Ada Lovelace' })
  displayName?: string;

  @Optional()
  @Nullable()
  @KeptAddress({ max: 2048, description: 'Address of a picture; it is never fetched' })
  photoURL?: string | null;
}
