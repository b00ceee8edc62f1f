import type { Actor } from '../../kernel/auth/actor.js';
import { ForbiddenError } from '../../kernel/errors/errors.js';
import type { MemberEntity } from './member.entity.js';

export const NO_ORGANIZATION = 'There is no such organization.';

/** Whose rights are asked for: a caller, who may hold a token that works in one organization alone, or a user as such; or a visit, which has no user. */
export type Caller = Pick<Actor, 'userId' | 'onlyOrganizationId' | 'visit'>;

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

/**
 * SQL: whether a caller's membership gives them anything: it is enabled, single sign-on isn't enforced
 * against it, and their token works there.
 * @param only parameter with the one organization that the token works in; null for all
 */
export function admittedCondition(organization: string, member: string, only: string): string {
  return `(NOT ${member}.disabled AND NOT ${barredCondition(organization, member)} AND (${only}::text IS NULL OR ${organization}.id = ${only}::text))`;
}

export function barred(): ForbiddenError {
  return new ForbiddenError('This organization takes single sign-on only. Sign in through its identity provider.');
}
