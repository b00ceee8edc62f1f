import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import type { FieldFault } from '../../../kernel/errors/errors.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, Custom, EmailAddress, Flag, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { objectCheck } from '../../../kernel/validation/field-rule.js';
import { boundsText, kindOf } from '../../../kernel/validation/text-check.js';

const MOST_INVITED = 100;
const LONGEST_EMAIL = 254;

@ApiSchema({ name: 'CreateOrganization' })
export class CreateOrganizationDto {
  @Text({ min: 2, max: 255 })
  title: string;
}

class OnlyEmailDto {
  @EmailAddress()
  email: string;
}

class InvitedUserDto extends OnlyEmailDto {
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole' })
  role: Role | null;
}

const asText = objectCheck(() => OnlyEmailDto);
const asObject = objectCheck(() => InvitedUserDto);

function invitedFaults(value: unknown, path: string): FieldFault[] {
  if (!Array.isArray(value)) return [{ field: path, message: `must be a list, is ${kindOf(value)}` }];
  if (value.length < 1 || value.length > MOST_INVITED) return [{ field: path, message: `must be ${boundsText(1, MOST_INVITED)} items, is ${String(value.length)}` }];
  return value.flatMap((item: unknown, index) => {
    const at = `${path}.${String(index)}`;
    return typeof item === 'string' ? asText({ email: item }, at).map((fault) => ({ ...fault, field: at })) : [...asObject(item, at)];
  });
}

@ApiSchema({ name: 'InviteUsers' })
export class InviteUsersDto {
  @Custom({
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_INVITED,
      description: 'E-mail addresses, or addresses with roles of their own',
      items: {
        oneOf: [
          { type: 'string', format: 'email', maxLength: LONGEST_EMAIL },
          {
            type: 'object',
            properties: { email: { type: 'string', format: 'email', maxLength: LONGEST_EMAIL }, role: { type: 'string', nullable: true, enum: [...ROLES, null] } },
            required: ['email', 'role'],
            additionalProperties: false,
          },
        ],
      },
    },
    check: invitedFaults,
  })
  emails: (string | { email: string; role: Role | null })[];

  @Optional()
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', description: 'Of those without a role of their own; null: guest. Default: the default role of the organization' })
  role?: Role | null;

  @Optional()
  @Flag({ description: 'Whether they may sign in with single sign-on' })
  sso?: boolean;
}

@ApiSchema({ name: 'InvitedUsers' })
export class InvitedUsersDto {
  @ApiProperty({ type: [String], description: 'Ids of the users, in the order of the addresses' })
  users: string[];

  @ApiProperty({ type: 'integer', description: 'How many of them were no members before' })
  invited: number;

  @ApiPropertyOptional({ type: [String] })
  failedSSOEmails?: string[];
}
