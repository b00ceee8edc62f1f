import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import type { FieldFault } from '../../../kernel/errors/errors.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, Custom, Flag, KeptAddress, NestedObject, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { kindOf } from '../../../kernel/validation/text-check.js';
import { normalizeEmailDomain } from '../email-domain.js';

const MOST_EMAIL_DOMAINS = 100;

/** As the label of a host. */
const HOSTNAME = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

@ApiSchema({ name: 'ChooseDefaultContent' })
export class ChooseDefaultContentDto {
  @Choice(['site'], { name: 'DefaultContentType' })
  type: 'site';

  @Text({ min: 1, max: 64, description: 'Id of a site of the organization' })
  site: string;
}

@ApiSchema({ name: 'UpdateOrganization' })
export class UpdateOrganizationDto {
  @Optional()
  @Text({ min: 2, max: 255 })
  title?: string;

  @Optional()
  @Custom({
    schema: {
      type: 'array',
      maxItems: MOST_EMAIL_DOMAINS,
      items: { type: 'string' },
      description: 'Domains such as example.com, by which the organization is found; kept in lower case and ASCII, each once',
    },
    check: emailDomainFaults,
  })
  emailDomains?: string[];

  @Optional()
  @Text({ min: 3, max: 32, pattern: HOSTNAME, description: "Default host name of the organization's public content; no two organizations have the same" })
  hostname?: string;

  @Optional()
  @Nullable()
  @Choice(ROLES, { name: 'MemberRole', description: 'Of members who join; null: guest' })
  defaultRole?: Role | null;

  @Optional()
  @Nullable()
  @NestedObject(() => ChooseDefaultContentDto)
  defaultContent?: ChooseDefaultContentDto | null;

  @Optional()
  @Nullable()
  @KeptAddress({ max: 2048, description: 'Address of a picture; it is never fetched' })
  logo?: string | null;

  @Optional()
  @Flag({ description: 'Single sign-on is enforced' })
  sso?: boolean;

  @Optional()
  @Flag({ description: 'All AI features are configured' })
  ai?: boolean;

  @Optional()
  @Flag()
  inviteLinks?: boolean;
}

function emailDomainFaults(value: unknown, path: string): FieldFault[] {
  if (!Array.isArray(value)) return [{ field: path, message: `must be a list, is ${kindOf(value)}` }];
  if (value.length > MOST_EMAIL_DOMAINS) {
    return [{ field: path, message: `must be at most ${String(MOST_EMAIL_DOMAINS)} items, is ${String(value.length)}` }];
  }
  return value.flatMap((item: unknown, index) => {
    const field = `${path}.${String(index)}`;
    if (typeof item !== 'string') return [{ field, message: `must be text, is ${kindOf(item)}` }];
    return normalizeEmailDomain(item) === undefined ? [{ field, message: 'must be a domain such as example.com' }] : [];
  });
}
