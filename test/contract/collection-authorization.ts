import type { CollectionAbilities } from '../../src/modules/collections/collection.policy.js';
import type { OrganizationAbilities } from '../../src/modules/organizations/organization.policy.js';
import type { Role } from '../../src/kernel/permissions/role.js';
import type { SpaceAbilities } from '../../src/modules/spaces/space.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on; new for each request. */
export interface CollectionStage {
  organizationId: string;
  collectionId: string;
  /** A space in the same place as the collection. */
  spaceId: string;
  /** Whom and which team a role is granted to on the collection and on the space. */
  grantedUserId: string;
  grantedTeamId: string;
  /** Another one, in the trash. */
  trashedId: string;
  /** A collection that everybody may put things into who sees it. */
  parentId: string;
  /** An organization that every caller may create content in. */
  targetId: string;
}

interface Row {
  readonly operationId: string;
  /** The lowest role that may; null: guests, too. */
  readonly needs: Role | null;
  readonly call: (stage: CollectionStage) => Call;
}

/** Decided by the role on the collection. */
interface CollectionRow extends Row {
  readonly on: 'collection';
  readonly permission: keyof CollectionAbilities;
}

/** Decided by the role on the space. What is in the trash only its admins see. */
interface SpaceRow extends Row {
  readonly on: 'space' | 'trash';
  readonly permission: keyof SpaceAbilities;
}

/** Decided by the role in the organization. */
interface OrganizationRow extends Row {
  readonly on: 'organization';
  readonly permission: keyof OrganizationAbilities;
}

/** Who may use an operation on collections, and on spaces as a whole. */
export type CollectionAuthorizationRow = CollectionRow | SpaceRow | OrganizationRow;

const view = { on: 'collection', needs: 'read', permission: 'view' } as const;
const administer = { on: 'collection', needs: 'admin', permission: 'admin' } as const;
const ownSpace = { on: 'space', needs: 'admin', permission: 'admin' } as const;
const space = ({ spaceId }: CollectionStage): string => `/v1/spaces/${spaceId}`;
const spaces = ({ organizationId }: CollectionStage): string => `/v1/orgs/${organizationId}/spaces`;
const one = ({ collectionId }: CollectionStage): string => `/v1/collections/${collectionId}`;
const all = ({ organizationId }: CollectionStage): string => `/v1/orgs/${organizationId}/collections`;

export const COLLECTION_AUTHORIZATION: readonly CollectionAuthorizationRow[] = [
  { operationId: 'getCollectionById', ...view, call: (stage) => ({ path: one(stage) }) },
  { operationId: 'deleteCollectionById', ...administer, call: (stage) => ({ path: one(stage) }) },
  { operationId: 'updateCollectionById', ...administer, call: (stage) => ({ path: one(stage), body: { title: 'New' } }) },
  { operationId: 'listSpacesInCollectionById', ...view, call: (stage) => ({ path: `${one(stage)}/spaces` }) },
  { operationId: 'moveCollection', ...administer, call: (stage) => ({ path: `${one(stage)}/move`, body: { parent: stage.parentId } }) },
  { operationId: 'transferCollection', ...administer, call: (stage) => ({ path: `${one(stage)}/transfer`, body: { organization: stage.targetId } }) },
  { operationId: 'listCollectionsInOrganizationById', on: 'organization', needs: null, permission: 'view', call: (stage) => ({ path: all(stage) }) },
  // In a collection, whoever may create there.
  { operationId: 'createCollection', on: 'organization', needs: 'create', permission: 'createContent', call: (stage) => ({ path: all(stage), body: { title: 'New' } }) },
  { operationId: 'listSpacesInOrganizationById', on: 'organization', needs: null, permission: 'view', call: (stage) => ({ path: spaces(stage) }) },
  { operationId: 'createSpace', on: 'organization', needs: 'create', permission: 'createContent', call: (stage) => ({ path: spaces(stage), body: { title: 'New' } }) },
  { operationId: 'getSpaceById', on: 'space', needs: 'read', permission: 'view', call: (stage) => ({ path: space(stage) }) },
  { operationId: 'updateSpaceById', ...ownSpace, call: (stage) => ({ path: space(stage), body: { title: 'New' } }) },
  { operationId: 'deleteSpaceById', ...ownSpace, call: (stage) => ({ path: space(stage) }) },
  { operationId: 'restoreSpace', on: 'trash', needs: 'admin', permission: 'admin', call: ({ trashedId }) => ({ path: `/v1/spaces/${trashedId}/restore` }) },
  // In the collection that the space is in.
  { operationId: 'duplicateSpace', on: 'collection', needs: 'create', permission: 'create', call: (stage) => ({ path: `${space(stage)}/duplicate` }) },
  { operationId: 'moveSpace', ...ownSpace, call: (stage) => ({ path: `${space(stage)}/move`, body: { parent: stage.parentId } }) },
  { operationId: 'transferSpace', ...ownSpace, call: (stage) => ({ path: `${space(stage)}/transfer`, body: { organization: stage.targetId } }) },
  ...permissions('collection'),
  ...permissions('space'),
];

/** Who is granted what: the business of admins. */
function permissions(on: 'collection' | 'space'): CollectionAuthorizationRow[] {
  const path = (stage: CollectionStage): string => `/v1/${on}s/${stage[`${on}Id`]}/permissions`;
  const noun = on === 'collection' ? 'Collection' : 'Space';
  const common = { on, needs: 'admin', permission: 'admin' } as const;
  return [
    { operationId: `inviteTo${noun}`, ...common, call: (stage) => ({ path: path(stage), body: { users: [stage.grantedUserId], role: 'edit' } }) },
    { operationId: `listUserPermissionsIn${noun}`, ...common, call: (stage) => ({ path: `${path(stage)}/users` }) },
    { operationId: `listTeamPermissionsIn${noun}`, ...common, call: (stage) => ({ path: `${path(stage)}/teams` }) },
    { operationId: `updateUserPermissionIn${noun}`, ...common, call: (stage) => ({ path: `${path(stage)}/users/${stage.grantedUserId}`, body: { role: 'edit' } }) },
    { operationId: `updateTeamPermissionIn${noun}`, ...common, call: (stage) => ({ path: `${path(stage)}/teams/${stage.grantedTeamId}`, body: { role: 'edit' } }) },
    { operationId: `removeUserFrom${noun}`, ...common, call: (stage) => ({ path: `${path(stage)}/users/${stage.grantedUserId}` }) },
    { operationId: `removeTeamFrom${noun}`, ...common, call: (stage) => ({ path: `${path(stage)}/teams/${stage.grantedTeamId}` }) },
    { operationId: `listPermissionsAggregateIn${noun}`, ...common, call: (stage) => ({ path: `${path(stage)}/aggregate` }) },
  ];
}
