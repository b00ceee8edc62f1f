import type { PEOPLE } from './sample-rows.js';
import { RARE } from './sample-rows.js';
import type { SampleOrganization } from './sample-organization.js';

export type Viewer = Exclude<keyof typeof PEOPLE, 'teamworker'>;

/** A list as somebody reads it. */
export interface ListCase {
  /** As people write it, for the report. */
  readonly name: string;
  readonly viewer: Viewer;
  /** Path and filters, without those of paging. */
  path(organization: SampleOrganization): string;
}

type Path = ListCase['path'];

const inOrganization =
  (rest: string): Path =>
  ({ id }) =>
    `/v1/orgs/${id}/${rest}`;

function cases(name: string, path: Path, ...viewers: readonly Viewer[]): ListCase[] {
  return viewers.map((viewer) => ({ name, viewer, path }));
}

export const LIST_CASES: readonly ListCase[] = [
  ...cases('members', inOrganization('members'), 'admin', 'member'),
  ...cases('members?search', inOrganization(`members?search=${RARE.member}`), 'admin'),
  ...cases('members?role', inOrganization('members?role=edit'), 'admin'),
  ...cases('members?sort=lastSeenAt', inOrganization('members?sort=lastSeenAt'), 'admin'),
  ...cases('members?role&sort', inOrganization('members?role=guest&sort=lastSeenAt&order=asc'), 'admin'),
  ...cases('teams', inOrganization('teams'), 'admin', 'member'),
  ...cases('teams?title', inOrganization(`teams?title=${RARE.team}`), 'admin'),
  ...cases('teams/{t}/members', (made) => `/v1/orgs/${made.id}/teams/${made.idOf('T', 1)}/members`, 'admin', 'member'),
  ...cases('members/{u}/teams', (made) => `/v1/orgs/${made.id}/members/${made.person('teamworker')}/teams`, 'admin'),
  ...cases('members/{u}/spaces', (made) => `/v1/orgs/${made.id}/members/${made.person('member')}/spaces`, 'admin', 'member'),
  ...cases('members/{guest}/spaces', (made) => `/v1/orgs/${made.id}/members/${made.person('guest')}/spaces`, 'admin', 'member', 'guest'),
  ...cases('collections', inOrganization('collections'), 'admin', 'member', 'guest'),
  ...cases('collections?nested=false', inOrganization('collections?nested=false'), 'admin', 'member', 'guest'),
  ...cases('collections/{c}/spaces', (made) => `/v1/collections/${made.idOf('C', 1)}/spaces`, 'admin', 'member'),
  ...cases('collections/{last}/spaces', (made) => `/v1/collections/${made.idOf('C', made.size.collections)}/spaces`, 'guest'),
  ...cases('search', inOrganization(`search?query=${RARE.page}`), 'admin', 'member', 'guest'),
];
