import { Config } from '../../src/kernel/config/config.js';
import { siteAbilities } from '../../src/modules/sites/site.policy.js';
import { makeRedirect, makeShareLink, makeSite, sitePath } from '../support/site-factories.js';
import { type OrganizationPlace, tryOrganizationTable } from './organization-table.js';
import { SITE_AUTHORIZATION, type SiteRow, type SiteStage } from './site-authorization.js';

tryOrganizationTable<SiteStage, SiteRow>({
  rows: SITE_AUTHORIZATION,
  makeStage,
  partsOf: ({ onAll, part }) => [...(onAll === true ? [] : (['siteId'] as const)), ...(part === undefined ? [] : [part])],
  may: ({ permission }, role) => siteAbilities({ role })[permission],
  sees: ({ onAll }, role) => onAll === true || siteAbilities({ role }).view,
});

async function makeStage({ service, organizationId, tokenOf }: OrganizationPlace): Promise<SiteStage> {
  const site = await makeSite(service, { organizationId, spaces: [await service.make.space({ organizationId })] });
  await service.as(tokenOf('create')).put(sitePath(site, '/adaptive-schema'), { jsonSchema: { type: 'object', properties: {}, additionalProperties: false } });
  const redirect = await makeRedirect(service, site);
  const shareLinkId = (await makeShareLink(service, site)).id;
  return { organizationId, siteId: site.id, shareLinkId, siteRedirectId: redirect.id, siteSpaceId: redirect.destination.siteSpaceId, publicUrl: service.app.get(Config).publicUrl };
}
