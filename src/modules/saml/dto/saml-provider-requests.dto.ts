import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import type { FieldFault } from '../../../kernel/errors/errors.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, Custom, KeptAddress, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { PatchOf } from '../../../kernel/validation/patch-of.js';
import { textFault } from '../../../kernel/validation/text-check.js';
import { certificatePem } from '../certificate.js';

const LONGEST_CERTIFICATE = 10_000;

@ApiSchema({ name: 'CreateSAMLProvider' })
export class CreateSamlProviderDto {
  @Text({ min: 1, max: 30 })
  label: string;

  @Optional()
  @Text({ max: 1024, description: 'By what the identity provider calls itself' })
  entityID?: string;

  @Optional()
  @Custom({
    schema: { type: 'string', maxLength: LONGEST_CERTIFICATE, description: 'X.509, of the key that the identity provider signs with: PEM, or the bare base64 of its DER' },
    check: certificateFaults,
  })
  certificate?: string;

  @Optional()
  @KeptAddress({ max: 2048, description: 'Where the identity provider takes browsers that are to sign in (HTTP redirect binding)' })
  ssoURL?: string;

  @Optional()
  @Text({ min: 1, max: 64, description: 'Id of a team of the organization: members are in it from their first sign-in on' })
  defaultTeam?: string;

  @Optional()
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', description: "Of members who are made by their first sign-in; null: guest. Left out: the organization's default role." })
  defaultRole?: Role | null;
}

@ApiSchema({ name: 'UpdateSAMLProvider' })
export class UpdateSamlProviderDto extends PatchOf(CreateSamlProviderDto) {}

function certificateFaults(value: unknown, path: string): FieldFault[] {
  const fault = textFault(value, { max: LONGEST_CERTIFICATE });
  const message = fault ?? (certificatePem(String(value)) === undefined ? 'must be one X.509 certificate of an RSA key, as PEM or as the base64 of its DER' : undefined);
  return message === undefined ? [] : [{ field: path, message }];
}
