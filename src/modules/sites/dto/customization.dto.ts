import type { SchemaObject } from '@nestjs/swagger';
import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { schemaFaults } from '../../../kernel/validation/schema-check.js';
import { Custom, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import type { Customization } from '../customization/customization.js';
import { ANNOUNCEMENT, FAVICON, overridingGroup, wholeGroup } from '../customization/customization-groups.js';

const TITLE = { min: 2, max: 128 };
const field = (schema: SchemaObject): PropertyDecorator => Custom({ schema, check: (value, path) => schemaFaults(schema, value, path) });
const group = (name: Parameters<typeof wholeGroup>[0]): PropertyDecorator => field(wholeGroup(name));
const override = (name: Parameters<typeof overridingGroup>[0]): PropertyDecorator => field(overridingGroup(name));

@ApiSchema({ name: 'SiteCustomization' })
export class SiteCustomizationDto implements Customization {
  @Optional()
  @Text({ ...TITLE, description: 'Without one the title of the site is shown' })
  title?: string;

  @group('styling')
  styling: Customization['styling'];

  @group('internationalization')
  internationalization: Customization['internationalization'];

  @field(FAVICON)
  favicon: Customization['favicon'];

  @group('header')
  header: Customization['header'];

  @group('footer')
  footer: Customization['footer'];

  @Optional()
  @field(ANNOUNCEMENT)
  announcement?: Customization['announcement'];

  @group('themes')
  themes: Customization['themes'];

  @group('pdf')
  pdf: Customization['pdf'];

  @group('feedback')
  feedback: Customization['feedback'];

  @group('ai')
  ai: Customization['ai'];

  @group('advancedCustomization')
  advancedCustomization: Customization['advancedCustomization'];

  @group('git')
  git: Customization['git'];

  @group('pageActions')
  pageActions: Customization['pageActions'];

  @group('externalLinks')
  externalLinks: Customization['externalLinks'];

  @group('pagination')
  pagination: Customization['pagination'];

  @group('trademark')
  trademark: Customization['trademark'];

  @group('privacyPolicy')
  privacyPolicy: Customization['privacyPolicy'];

  @group('socialPreview')
  socialPreview: Customization['socialPreview'];

  @group('insights')
  insights: Customization['insights'];
}

@ApiSchema({ name: 'OverrideSiteSpaceCustomization' })
export class OverrideSiteSpaceCustomizationDto {
  @Optional()
  @Nullable()
  @Text(TITLE)
  title?: string | null;

  @Optional()
  @override('styling')
  styling?: object;

  @Optional()
  @override('internationalization')
  internationalization?: object;

  @Optional()
  @Nullable()
  @field(FAVICON)
  favicon?: object | null;

  @Optional()
  @Nullable()
  @field(ANNOUNCEMENT)
  announcement?: object | null;

  @Optional()
  @override('header')
  header?: object;

  @Optional()
  @override('footer')
  footer?: object;

  @Optional()
  @override('themes')
  themes?: object;

  @Optional()
  @override('pdf')
  pdf?: object;

  @Optional()
  @override('feedback')
  feedback?: object;

  @Optional()
  @override('git')
  git?: object;

  @Optional()
  @override('externalLinks')
  externalLinks?: object;

  @Optional()
  @override('pagination')
  pagination?: object;

  @Optional()
  @override('trademark')
  trademark?: object;

  @Optional()
  @override('privacyPolicy')
  privacyPolicy?: object;

  @Optional()
  @override('socialPreview')
  socialPreview?: object;
}
