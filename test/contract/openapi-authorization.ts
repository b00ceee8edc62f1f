import type { OpenApiSpecAbilities } from '../../src/modules/openapi-specs/openapi-spec.policy.js';
import type { OrganizationAbilities } from '../../src/modules/organizations/organization.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on: a spec with a version. */
export interface OpenApiStage {
  organizationId: string;
  specSlug: string;
  versionId: string;
}

interface Row {
  readonly operationId: string;
  readonly needs: 'read' | 'create';
  readonly call: (stage: OpenApiStage) => Call;
}

/** Decided on the spec, which guests don't see. */
interface SpecRow extends Row {
  readonly on: 'spec';
  readonly permission: keyof OpenApiSpecAbilities;
}

/** Decided on the organization. */
interface OrganizationRow extends Row {
  readonly on: 'organization';
  readonly permission: keyof OpenApiSpecAbilities | keyof OrganizationAbilities;
}

/** Who may use an operation on OpenAPI specs. */
export type OpenApiAuthorizationRow = SpecRow | OrganizationRow;

const view = { on: 'spec', needs: 'read', permission: 'view' } as const;
const make = { on: 'organization', needs: 'create', permission: 'createOpenAPISpec' } as const;
const all = ({ organizationId }: OpenApiStage): string => `/v1/orgs/${organizationId}/openapi`;
const one = (stage: OpenApiStage): string => `${all(stage)}/${stage.specSlug}`;
const source = { text: '{"openapi":"3.0.3","info":{"title":"New","version":"1"},"paths":{}}' };

export const OPENAPI_AUTHORIZATION: readonly OpenApiAuthorizationRow[] = [
  { operationId: 'listOpenAPISpecs', on: 'organization', needs: 'read', permission: 'view', call: (stage) => ({ path: all(stage) }) },
  { operationId: 'createOpenAPISpec', ...make, call: (stage) => ({ path: all(stage), body: { slug: `${stage.specSlug}-new`, source } }) },
  { operationId: 'getOpenAPISpecBySlug', ...view, call: (stage) => ({ path: one(stage) }) },
  { operationId: 'createOrUpdateOpenAPISpecBySlug', ...make, call: (stage) => ({ path: one(stage), body: { source } }) },
  { operationId: 'deleteOpenAPISpecBySlug', on: 'spec', needs: 'create', permission: 'edit', call: (stage) => ({ path: one(stage) }) },
  { operationId: 'listOpenAPISpecVersions', ...view, call: (stage) => ({ path: `${one(stage)}/versions` }) },
  { operationId: 'getLatestOpenAPISpecVersion', ...view, call: (stage) => ({ path: `${one(stage)}/versions/latest` }) },
  { operationId: 'getLatestOpenAPISpecVersionContent', ...view, call: (stage) => ({ path: `${one(stage)}/versions/latest/content` }) },
  { operationId: 'getOpenAPISpecVersionById', ...view, call: (stage) => ({ path: `${one(stage)}/versions/${stage.versionId}` }) },
  { operationId: 'getOpenAPISpecVersionContentById', ...view, call: (stage) => ({ path: `${one(stage)}/versions/${stage.versionId}/content` }) },
];
