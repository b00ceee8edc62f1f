import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { MoveCollectionDto, TransferCollectionDto } from '../../collections/dto/collection-requests.dto.js';
import { EDIT_MODES, type EditMode } from '../space.entity.js';

@ApiSchema({ name: 'CreateSpace' })
export class CreateSpaceDto {
  @Optional()
  @Text({ max: 50, description: 'Default `Untitled space`' })
  title?: string;

  @Optional()
  @Text({ min: 1, max: 50 })
  emoji?: string;

  @Optional()
  @Text({ min: 1, max: 64, description: 'Collection to make it in' })
  parent?: string;
}

@ApiSchema({ name: 'UpdateSpace' })
export class UpdateSpaceDto {
  @Optional()
  @Text({ max: 50 })
  title?: string;

  @Optional()
  @Nullable()
  @Text({ min: 1, max: 50 })
  emoji?: string | null;

  @Optional()
  @Choice(EDIT_MODES, { name: 'EditMode', description: 'A locked space takes no direct changes of its main content' })
  editMode?: EditMode;

  @Optional()
  @Nullable()
  @Choice([...ROLES, 'inherit'], { name: 'DefaultLevel', description: 'Role of members by default; null: no access; `inherit`: as above it' })
  defaultLevel?: Role | 'inherit' | null;
}

@ApiSchema({ name: 'MoveSpace' })
export class MoveSpaceDto extends MoveCollectionDto {}

@ApiSchema({ name: 'TransferSpace' })
export class TransferSpaceDto extends TransferCollectionDto {}
