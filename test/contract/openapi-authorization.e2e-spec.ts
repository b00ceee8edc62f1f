import { newId } from '../../src/kernel/ids/id.js';
import { reaches } from '../../src/kernel/permissions/role.js';
import { openApiSpecAbilities } from '../../src/modules/openapi-specs/openapi-spec.policy.js';
import { organizationAbilities } from '../../src/modules/organizations/organization.policy.js';
import { makeSpec } from '../support/openapi-specs.js';
import { OPENAPI_AUTHORIZATION, type OpenApiAuthorizationRow, type OpenApiStage } from './openapi-authorization.js';
import { tryOrganizationTable } from './organization-table.js';

tryOrganizationTable<OpenApiStage, OpenApiAuthorizationRow>({
  rows: OPENAPI_AUTHORIZATION,
  makeStage: async ({ service, organizationId }) => ({ organizationId, ...(await makeSpec(service, organizationId, `spec-${newId().toLowerCase()}`)) }),
  partsOf: ({ on }) => (on === 'spec' ? ['specSlug'] : []),
  may: ({ needs }, role) => reaches(role, needs),
  sees: ({ on }, role) => on === 'organization' || reaches(role, 'read'),
  told: ({ permission }, role) => {
    const told: Readonly<Record<string, boolean>> = { ...organizationAbilities({ membership: { role }, ownsTeam: false }), ...openApiSpecAbilities(role) };
    return Promise.resolve(told[permission] ?? false);
  },
});
