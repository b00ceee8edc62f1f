import { InvalidArgumentError } from 'commander';
import { ROLES, type Role } from '../kernel/permissions/role.js';

/** Roles in an organization; a guest has none. */
export const MEMBER_ROLES = [...ROLES, 'guest'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export function readMemberRole(text: string): MemberRole {
  return readChoice(text, MEMBER_ROLES);
}

export function readRole(text: string): Role {
  return readChoice(text, ROLES);
}

function readChoice<Value extends string>(text: string, values: readonly Value[]): Value {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
  return value;
}

/** The options with the role as the service has it. An option of Commander can't hold null. */
export function withRole<Options extends { role: MemberRole }>(options: Options): Omit<Options, 'role'> & { role: Role | null } {
  return { ...options, role: options.role === 'guest' ? null : options.role };
}

export function readCount(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count === 0) throw new InvalidArgumentError('It must be a whole number from 1 to 999999999.');
  return count;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A date or a time, ISO 8601. */
export function readTime(text: string): Date {
  const time = ISO_TIME.test(text) && isDay(text.slice(0, 10)) ? new Date(text) : new Date(NaN);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a date or a time such as 2030-01-31 or 2030-01-31T12:00:00Z.');
  return time;
}

/** Whether the calendar has it: the platform takes February 31st for March 3rd. */
function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
