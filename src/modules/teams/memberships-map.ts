import type { SchemaObject } from '@nestjs/swagger';
import type { FieldFault } from '../../kernel/errors/errors.js';
import { isObject, notAnObject } from '../../kernel/validation/objects.js';
import { shorten } from '../../kernel/validation/text.js';
import { choiceFault } from '../../kernel/validation/text-check.js';
import { TEAM_ROLES, type TeamRole } from './team-member.entity.js';

/** From user to role in the team; the keys are what a client calls its users, and may be any text. */
export type MembershipsMap = Readonly<Record<string, { readonly role: TeamRole }>>;

/** Users in one request, for each of its lists. */
export const MOST_USERS = 1_000;

export const MEMBERSHIPS_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'From user id or e-mail address to the role that the user gets in the team; who is not in it is added.',
  additionalProperties: {
    type: 'object',
    properties: { role: { type: 'string', enum: [...TEAM_ROLES] } },
    required: ['role'],
    additionalProperties: false,
  },
};

/** What is wrong with a map of memberships; whether its users exist is not looked at. */
export function membershipsFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const entries = Object.entries(value);
  if (entries.length > MOST_USERS) return [{ field: path, message: `must have at most ${String(MOST_USERS)} users, has ${String(entries.length)}` }];
  return entries.flatMap(([user, membership]) => membershipFaults(membership, `${path}.${shorten(user)}`));
}

function membershipFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const unknown = Object.keys(value).filter((key) => key !== 'role');
  if (unknown.length > 0) return unknown.map((key) => ({ field: `${path}.${shorten(key)}`, message: 'is unknown; allowed are role' }));
  if (!Object.hasOwn(value, 'role')) return [{ field: `${path}.role`, message: 'is required' }];
  const fault = choiceFault(value['role'], TEAM_ROLES);
  return fault === undefined ? [] : [{ field: `${path}.role`, message: fault }];
}
