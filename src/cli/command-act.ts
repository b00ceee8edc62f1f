import { hostname, userInfo } from 'node:os';
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
  const [address, userAgent] = [hostname(), `command line of ${operatorName()}`];
  return new Act(() => ({ caller: 'operator', operation: name, organizationId, targets, creates: name.endsWith(':create'), address, userAgent }));
}

/** Of the system's user; the number where it has no name, as in many containers. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${String(process.getuid?.() ?? 'unknown')}`;
  }
}
