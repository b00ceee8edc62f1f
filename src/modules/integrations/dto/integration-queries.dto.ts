import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { QueryChoice, QueryFlag, QueryText } from '../../../kernel/validation/query-fields.js';
import {
  INTEGRATION_CATEGORIES,
  INTEGRATION_SCOPES,
  INTEGRATION_TARGETS,
  type IntegrationCategory,
  type IntegrationScope,
  type IntegrationTarget,
  LONGEST_NAME,
  NAME_PATTERN,
} from '../integration-values.js';

export class IntegrationListQuery extends PageQuery {
  @QueryText({ description: 'Only integrations whose name contains this, without regard to case.' })
  search?: string;

  @QueryChoice(INTEGRATION_CATEGORIES, { description: 'Only integrations of this category.' })
  category?: IntegrationCategory;

  @QueryText({ min: 1, max: LONGEST_NAME, pattern: NAME_PATTERN, description: 'Only integrations with a block that shows addresses of this domain.' })
  blockDomain?: string;

  @QueryFlag({ description: 'true: only integrations with blocks; false: only those without.' })
  blocks?: boolean;

  @QueryFlag({ description: 'true: only integrations with content sources; false: only those without.' })
  contentSources?: boolean;

  @QueryText({ description: 'Id of the organization that owns them.' })
  owner?: string;

  @QueryChoice(INTEGRATION_SCOPES, { description: 'Only integrations that ask for this.' })
  scope?: IntegrationScope;

  @QueryChoice(INTEGRATION_TARGETS, { description: 'Only integrations with exactly this target.' })
  target?: IntegrationTarget;
}

export class InstallationListQuery extends PageQuery {
  @QueryText({ description: 'Only installations that the integration gave this external id.' })
  externalId?: string;
}
