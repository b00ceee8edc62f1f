import { GrantEntity } from './modules/access/grant.entity.js';
import { TargetEntity } from './modules/access/target.entity.js';
import { ChangeRequestEntity } from './modules/change-requests/change-request.entity.js';
import { CommentEntity } from './modules/comments/comment.entity.js';
import { CommentReactionEntity } from './modules/comments/comment-reaction.entity.js';
import { CommentReplyEntity } from './modules/comments/comment-reply.entity.js';
import { CollectionEntity } from './modules/collections/collection.entity.js';
import { ContentRevisionEntity } from './modules/content/store/content-revision.entity.js';
import { DocumentEntity } from './modules/content/store/document.entity.js';
import { FileVersionEntity } from './modules/content/store/file-version.entity.js';
import { PageLinkEntity } from './modules/content/store/page-link.entity.js';
import { PageVersionEntity } from './modules/content/store/page-version.entity.js';
import { ApiTokenEntity } from './modules/identity/api-token.entity.js';
import { UserEntity } from './modules/identity/user.entity.js';
import { MemberEntity } from './modules/members/member.entity.js';
import { InstallationEntity } from './modules/integrations/installations/installation.entity.js';
import { IntegrationSecretEntity } from './modules/integrations/integration-secret.entity.js';
import { IntegrationEntity } from './modules/integrations/integration.entity.js';
import { LinkInviteEntity } from './modules/organizations/invites/link-invite.entity.js';
import { OrganizationEntity } from './modules/organizations/organization.entity.js';
import { OpenApiSpecEntity } from './modules/openapi-specs/openapi-spec.entity.js';
import { OpenApiVersionEntity } from './modules/openapi-specs/openapi-version.entity.js';
import { RequestedReviewerEntity } from './modules/reviews/requested-reviewer.entity.js';
import { ReviewEntity } from './modules/reviews/review.entity.js';
import { SamlProviderEntity } from './modules/saml/saml-provider.entity.js';
import { AdaptiveSchemaEntity } from './modules/sites/adaptive/adaptive-schema.entity.js';
import { SiteCustomizationEntity } from './modules/sites/customization/site-customization.entity.js';
import { SiteSpaceCustomizationEntity } from './modules/sites/customization/site-space-customization.entity.js';
import { ShareLinkEntity } from './modules/sites/share-links/share-link.entity.js';
import { SiteRedirectEntity } from './modules/sites/redirects/site-redirect.entity.js';
import { SiteEntity } from './modules/sites/site.entity.js';
import { SiteSectionEntity } from './modules/sites/structure/site-section.entity.js';
import { SiteSectionGroupEntity } from './modules/sites/structure/site-section-group.entity.js';
import { SiteSpaceEntity } from './modules/sites/structure/site-space.entity.js';
import { SpaceEntity } from './modules/spaces/space.entity.js';
import { TeamMemberEntity } from './modules/teams/team-member.entity.js';
import { TeamEntity } from './modules/teams/team.entity.js';
import { TranslationSettingsEntity } from './modules/translations/translation-settings.entity.js';

/** Every entity of the service, in the rank order of their modules. */
export const ENTITIES = [
  UserEntity,
  ApiTokenEntity,
  MemberEntity,
  TeamEntity,
  TeamMemberEntity,
  TargetEntity,
  GrantEntity,
  OrganizationEntity,
  LinkInviteEntity,
  SamlProviderEntity,
  CollectionEntity,
  OpenApiSpecEntity,
  OpenApiVersionEntity,
  SpaceEntity,
  ContentRevisionEntity,
  DocumentEntity,
  PageVersionEntity,
  FileVersionEntity,
  PageLinkEntity,
  ChangeRequestEntity,
  TranslationSettingsEntity,
  SiteEntity,
  SiteSectionGroupEntity,
  SiteSectionEntity,
  SiteSpaceEntity,
  ShareLinkEntity,
  AdaptiveSchemaEntity,
  SiteRedirectEntity,
  SiteCustomizationEntity,
  SiteSpaceCustomizationEntity,
  CommentEntity,
  CommentReplyEntity,
  CommentReactionEntity,
  ReviewEntity,
  RequestedReviewerEntity,
  IntegrationEntity,
  IntegrationSecretEntity,
  InstallationEntity,
];
