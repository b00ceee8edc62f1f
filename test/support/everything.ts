import { TokensService } from '../../src/modules/identity/tokens.service.js';
import { ContentInstallationStore } from '../../src/modules/integrations/content-installations/content-installation-store.js';
import { InstallationStore } from '../../src/modules/integrations/installations/installation-store.js';
import { LinkInvitesService } from '../../src/modules/organizations/invites/link-invites.service.js';
import type { PlacedSpace } from '../../src/modules/spaces/placed-space.js';
import { SpaceStore } from '../../src/modules/spaces/space-store.js';
import { TranslationsService } from '../../src/modules/translations/translations.service.js';
import { makeChangeRequest } from './change-requests.js';
import { makeComment } from './comments.js';
import { publishIntegration } from './integrations.js';
import { makeSpec } from './openapi-specs.js';
import { makeReview } from './reviews.js';
import { makeRedirect, makeShareLink, makeSite, type SiteOptions } from './site-factories.js';
import { makeParts } from './site-stage.js';
import type { TestApp } from './test-app.js';

export interface EverythingOptions {
  /** Of all titles, and part of all texts. */
  title?: string;
  visibility?: SiteOptions['visibility'];
}

/** Makes one of everything in a space and its organization; the ids, by the names of the path parameters that take them. */
export async function everythingIn(service: TestApp, { id: spaceId, organizationId }: PlacedSpace, { title = 'Test', visibility }: EverythingOptions = {}): Promise<Record<string, string>> {
  const pagePath = `of-${spaceId}`;
  const pageId = await service.make.page(spaceId, { slug: pagePath, title, markdown: `[a](a) [b](b) [c](c) ${title}\n` });
  const { revisionId } = await service.app.get(SpaceStore).get(spaceId);
  const { id: userId } = await service.make.user({ organizationId });
  const { id: teamId } = await service.make.team({ organizationId, title, members: { [userId]: 'member' } });
  const { id: collectionId } = await service.make.collection({ organizationId, title });
  const { id: translationSettingsId } = await service.app.get(TranslationsService).make(organizationId, { title });
  const { name: integrationName } = await publishIntegration(service, { organizationId, title, secrets: { SECRET: title } });
  const site = await makeSite(service, { organizationId, title, visibility });
  const installation = await service.app.get(InstallationStore).install({ integrationName, organizationId });
  await service.app.get(ContentInstallationStore).install('space', installation, spaceId);
  await service.app.get(ContentInstallationStore).install('site', installation, site.id);
  const parts = await makeParts(service, site);
  const spec = await makeSpec(service, organizationId, `spec-of-${spaceId.toLowerCase()}`);
  const { id: tokenId } = await service.app.get(TokensService).issue({ userId, label: 'malformed' });
  const { id: inviteId } = await service.app.get(LinkInvitesService).create(organizationId, 'read');
  const fileId = await service.make.file(spaceId, { name: `${title}.png` });
  const changeRequestId = await makeChangeRequest(service, spaceId);
  const { token: commenter } = await service.make.user({ organizationId, role: 'comment' });
  const { commentId, replyId } = await makeComment(service, `/v1/spaces/${spaceId}`, commenter, { body: { markdown: title } });
  const ofChangeRequest = await makeComment(service, `/v1/spaces/${spaceId}/change-requests/${changeRequestId}`, commenter);
  return {
    ...spec,
    ...parts,
    changeRequestCommentId: ofChangeRequest.commentId,
    changeRequestReplyId: ofChangeRequest.replyId,
    changeRequestId,
    collectionId,
    commentId,
    commentReplyId: replyId,
    fileId,
    installationId: installation.id,
    integrationName,
    inviteId,
    organizationId,
    pageId,
    pagePath,
    revisionId,
    reviewId: await makeReview(service, spaceId, changeRequestId),
    shareLinkId: (await makeShareLink(service, site)).id,
    siteId: site.id,
    siteRedirectId: (await makeRedirect(service, site)).id,
    spaceId,
    teamId,
    tokenId,
    translationSettingsId,
    userId,
  };
}
