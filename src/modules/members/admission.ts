import type { Actor } from '../../kernel/auth/actor.js';
import { ForbiddenError } from '../../kernel/errors/errors.js';
import type { MemberEntity } from './member.entity.js';

/** Whose rights are asked for: a caller, who may hold a token that works in one organization alone, or a user as such. */
export type Caller = Pick<Actor, 'userId' | 'onlyOrganizationId'>;

/** Whether the caller's token works in the organization. */
export function worksIn({ onlyOrganizationId }: Caller, organizationId: string): boolean {
  return onlyOrganizationId === undefined || onlyOrganizationId === organizationId;
}

/**
 * SQL: whether single sign-on is enforced against a member. Who signed in so once, or was allowed to, is
 * admitted by any token; so are admins, who would else lock themselves out with a provider that fails.
 */
export function barredCondition(organization: string, member: string): string {
  return `(${organization}.sso AND NOT ${member}.sso AND ${member}.role IS DISTINCT FROM 'admin')`;
}

/** The same of rows that were read. */
export function isBarred(organization: { readonly sso: boolean }, member: Pick<MemberEntity, 'sso' | 'role'>): boolean {
  return organization.sso && !member.sso && member.role !== 'admin';
}

export function barred(): ForbiddenError {
  return new ForbiddenError('This organization takes single sign-on only. Sign in through its identity provider.');
}
