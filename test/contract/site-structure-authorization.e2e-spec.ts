import { siteAbilities } from '../../src/modules/sites/site.policy.js';
import { makeSite, sitePath } from '../support/site-factories.js';
import { makeParts } from '../support/site-stage.js';
import { type OrganizationPlace, tryOrganizationTable } from './organization-table.js';
import { SITE_STRUCTURE_AUTHORIZATION, type SiteStructureRow, type SiteStructureStage } from './site-structure-authorization.js';

tryOrganizationTable<SiteStructureStage, SiteStructureRow>({
  rows: SITE_STRUCTURE_AUTHORIZATION,
  makeStage,
  partsOf: ({ part }) => ['siteId', ...(part === undefined ? [] : [part])],
  may: ({ permission }, role) => siteAbilities({ role })[permission],
  sees: (_, role) => siteAbilities({ role }).view,
});

async function makeStage({ service, organizationId, tokenOf }: OrganizationPlace): Promise<SiteStructureStage> {
  const site = await makeSite(service, { organizationId });
  const { id: spaceId } = await service.make.space({ organizationId });
  const stage = { organizationId, siteId: site.id, spaceId, ...(await makeParts(service, site)) };
  await service.as(tokenOf('create')).patch(sitePath(site, `/site-spaces/${stage.siteSpaceId}/customization`), { title: 'Own title' });
  return stage;
}
