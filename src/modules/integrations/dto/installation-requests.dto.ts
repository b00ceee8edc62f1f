import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { Choice, Custom, Optional, Text, TextList } from '../../../kernel/validation/body-fields.js';
import { isObject, notAnObject } from '../../../kernel/validation/objects.js';
import type { Configuration } from '../installations/configurations.js';
import { INSTALLATION_SELECTIONS, type InstallationSelection } from '../installations/installation.entity.js';

const SELECTION = { name: 'InstallationSelection', description: 'In every one of the organization, or in those that it is installed in' };
const ID = { min: 1, max: 64 };

@ApiSchema({ name: 'InstallIntegration' })
export class InstallIntegrationDto {
  @Text({ ...ID, description: 'Id of the organization' })
  organization: string;
}

/** What can be changed of an installation, and of an installation in a space or site. */
@ApiSchema({ name: 'UpdateContentInstallation' })
export class UpdateContentInstallationDto {
  @Optional()
  @TextList({ maxItems: 5, min: 1, max: 255, unique: true, description: 'What the integration knows it by, elsewhere' })
  externalIds?: string[];

  @Optional()
  @Custom({
    schema: { type: 'object', additionalProperties: true, description: 'Takes the place of the one before. Its properties are those that the integration tells of in `configurations`.' },
    check: (value, path) => (isObject(value) ? [] : notAnObject(value, path)),
  })
  configuration?: Configuration;
}

@ApiSchema({ name: 'UpdateIntegrationInstallation' })
export class UpdateInstallationDto extends UpdateContentInstallationDto {
  @Optional()
  @Choice(INSTALLATION_SELECTIONS, SELECTION)
  space_selection?: InstallationSelection;

  @Optional()
  @Choice(INSTALLATION_SELECTIONS, SELECTION)
  site_selection?: InstallationSelection;
}

@ApiSchema({ name: 'InstallIntegrationOnSpace' })
export class InstallOnSpaceDto {
  @Text({ ...ID, description: 'Id of a space of the organization' })
  space: string;
}

@ApiSchema({ name: 'InstallIntegrationOnSite' })
export class InstallOnSiteDto {
  @Text({ ...ID, description: 'Id of a site of the organization' })
  siteId: string;
}
