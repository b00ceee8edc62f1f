import type { Role } from '../../src/kernel/permissions/role.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on; new for each request. */
export interface InstallationStage {
  /** Where the integration is installed; another one owns it. */
  organizationId: string;
  integrationName: string;
  installationId: string;
  /** A public integration that isn't installed. */
  freeName: string;
  /** Where it is installed within the organization, and where not. */
  spaceId: string;
  freeSpaceId: string;
  siteId: string;
  freeSiteId: string;
}

/** How a caller stands to an installation: by the role where it is installed, or where the integration is owned. */
export type InstallationStanding = Role | 'guest' | 'owner guest' | 'owner read' | 'owner create' | 'owner admin' | 'disabled admin' | 'outsider';

/** Who may use an operation on installations. */
export interface InstallationRow {
  readonly operationId: string;
  /** Whom it is for. */
  readonly allowed: readonly InstallationStanding[];
  /** Who is told that the right is missing; everybody else isn't told that there is anything. */
  readonly forbidden: readonly InstallationStanding[];
  readonly call: (stage: InstallationStage) => Call;
}

const MEMBERS = ['read', 'comment', 'edit', 'create', 'review'] as const satisfies readonly Role[];
const OWNERS = ['owner read', 'owner create', 'owner admin'] as const;

const read = { allowed: ['admin', ...OWNERS], forbidden: [] } as const;
const administrate = { allowed: ['admin'], forbidden: OWNERS } as const;

/** For members; guests are told so. */
const list = { allowed: [...MEMBERS, 'admin'], forbidden: ['guest'] } as const;
/** For members; guests don't see the space or site. */
const see = { allowed: [...MEMBERS, 'admin'], forbidden: [] } as const;

const one = ({ integrationName, installationId }: InstallationStage): string => `/v1/integrations/${integrationName}/installations/${installationId}`;

export const INSTALLATION_AUTHORIZATION: readonly InstallationRow[] = [
  {
    operationId: 'installIntegration',
    allowed: ['admin'],
    forbidden: ['guest', ...MEMBERS],
    call: ({ freeName, organizationId }) => ({ path: `/v1/integrations/${freeName}/installations`, body: { organization: organizationId } }),
  },
  { operationId: 'getIntegrationInstallationById', ...read, call: (stage) => ({ path: one(stage) }) },
  { operationId: 'updateIntegrationInstallation', ...administrate, call: (stage) => ({ path: one(stage), body: { externalIds: ['x'], space_selection: 'all' } }) },
  { operationId: 'uninstallIntegration', ...administrate, call: (stage) => ({ path: one(stage) }) },
  {
    operationId: 'createIntegrationInstallationToken',
    allowed: ['admin', 'owner admin'],
    forbidden: ['owner read', 'owner create'],
    call: (stage) => ({ path: `${one(stage)}/tokens` }),
  },
  { operationId: 'listOrganizationIntegrations', ...list, call: ({ organizationId }) => ({ path: `/v1/orgs/${organizationId}/integrations?limit=1` }) },
  {
    operationId: 'listOrganizationInstallations',
    allowed: ['admin'],
    forbidden: ['guest', ...MEMBERS],
    call: ({ organizationId }) => ({ path: `/v1/orgs/${organizationId}/installations?limit=1` }),
  },
  { operationId: 'listOrganizationIntegrationsStatus', ...list, call: ({ organizationId }) => ({ path: `/v1/orgs/${organizationId}/integrations/installations-status?limit=1` }) },
  {
    operationId: 'getOrganizationIntegrationStatus',
    ...list,
    call: ({ organizationId, integrationName }) => ({ path: `/v1/orgs/${organizationId}/integrations/${integrationName}/installation_status` }),
  },
  { operationId: 'listSpaceIntegrations', ...see, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/integrations?limit=1` }) },
  { operationId: 'listSpaceIntegrationsBlocks', ...see, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/integration-blocks` }) },
  { operationId: 'listSiteIntegrations', ...see, call: ({ organizationId, siteId }) => ({ path: `/v1/orgs/${organizationId}/sites/${siteId}/integrations?limit=1` }) },
  { operationId: 'listSiteIntegrationScripts', ...see, call: ({ organizationId, siteId }) => ({ path: `/v1/orgs/${organizationId}/sites/${siteId}/integration-scripts` }) },
  ...inContent('Space', (stage) => ({ all: 'spaces', here: stage.spaceId, body: { space: stage.freeSpaceId } })),
  ...inContent('Site', (stage) => ({ all: 'sites', here: stage.siteId, body: { siteId: stage.freeSiteId } })),
];

/** What is the same for spaces and sites. */
function inContent(name: string, of: (stage: InstallationStage) => { all: string; here: string; body: object }): InstallationRow[] {
  const here = (stage: InstallationStage): string => `${one(stage)}/${of(stage).all}/${of(stage).here}`;
  return [
    {
      operationId: `listIntegration${name}Installations`,
      allowed: OWNERS,
      forbidden: ['guest', ...MEMBERS, 'admin', 'owner guest', 'disabled admin', 'outsider'],
      call: (stage) => ({ path: `/v1/integrations/${stage.integrationName}/${of(stage).all}?extended=true` }),
    },
    { operationId: `listIntegrationInstallation${name}s`, ...read, call: (stage) => ({ path: `${one(stage)}/${of(stage).all}?extended=true` }) },
    { operationId: `installIntegrationOn${name}`, ...administrate, call: (stage) => ({ path: `${one(stage)}/${of(stage).all}`, body: of(stage).body }) },
    { operationId: `getIntegration${name}Installation`, ...read, call: (stage) => ({ path: here(stage) }) },
    { operationId: `updateIntegration${name}Installation`, ...administrate, call: (stage) => ({ path: here(stage), body: { externalIds: ['x'] } }) },
    { operationId: `uninstallIntegrationFrom${name}`, ...administrate, call: (stage) => ({ path: here(stage) }) },
  ];
}
