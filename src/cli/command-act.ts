import { Act } from '../kernel/audit/act.js';

/** Options that name what a command is about, by the names of the same parameters of the interface. Others may hold secrets. */
const TARGETS: Readonly<Record<string, string>> = {
  user: 'userId',
  team: 'teamId',
  space: 'spaceId',
  collection: 'collectionId',
  parent: 'collectionId',
  site: 'siteId',
  spec: 'specSlug',
};

/** What the operator does with a command, as the audit log tells it. */
export function commandAct(name: string, options: object): Act {
  const given = Object.entries(options).filter((option): option is [string, string] => typeof option[1] === 'string');
  const organizationId = given.find(([option]) => option === 'org')?.[1];
  const targets = Object.fromEntries(given.flatMap(([option, value]) => (TARGETS[option] === undefined ? [] : [[TARGETS[option], value]])));
  return new Act(() => ({ caller: 'operator', operation: name, organizationId, targets, creates: name.endsWith(':create') }));
}
