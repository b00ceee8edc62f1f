import type { SchemaObject } from '@nestjs/swagger';
import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { Custom, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { QueryText } from '../../../kernel/validation/query-fields.js';
import { schemaFaults } from '../../../kernel/validation/schema-check.js';
import { REDIRECT_SOURCE } from '../redirects/redirect-path.js';

export type RedirectDestination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string };

const ID: SchemaObject = { type: 'string', minLength: 1, maxLength: 64 };

function destination(kind: RedirectDestination['kind'], ...ids: string[]): SchemaObject {
  return {
    type: 'object',
    properties: { kind: { type: 'string', enum: [kind] }, ...Object.fromEntries(ids.map((id) => [id, ID])) },
    required: ['kind', ...ids],
    additionalProperties: false,
  };
}

const DESTINATION: SchemaObject = {
  description: 'A section, a site space, or a page of a site space',
  oneOf: [destination('site-section', 'siteSectionId'), destination('site-space', 'siteSpaceId'), destination('site-page', 'siteSpaceId', 'pageId')],
};
const Destination = (): PropertyDecorator => Custom({ schema: DESTINATION, check: (value, path) => schemaFaults(DESTINATION, value, path) });

const SOURCE = { ...REDIRECT_SOURCE, example: '/old/page', description: 'A path within the site; unique in it' };

@ApiSchema({ name: 'SiteRedirect' })
export class SiteRedirectDto {
  @ApiProperty({ enum: ['site-redirect'] })
  object: 'site-redirect';

  @ApiProperty()
  id: string;

  @ApiProperty({ maxLength: 512 })
  source: string;

  @ApiProperty({ type: 'object', additionalProperties: true, allOf: [DESTINATION] })
  destination: RedirectDestination;
}

@ApiSchema({ name: 'CreateSiteRedirect' })
export class CreateSiteRedirectDto {
  @Text(SOURCE)
  source: string;

  @Destination()
  destination: RedirectDestination;
}

@ApiSchema({ name: 'UpdateSiteRedirect' })
export class UpdateSiteRedirectDto {
  @Optional()
  @Text(SOURCE)
  source?: string;

  @Optional()
  @Destination()
  destination?: RedirectDestination;
}

export class SiteRedirectListQuery extends PageQuery {
  @QueryText({ description: 'Only redirects whose source contains this, without regard to case.' })
  search?: string;
}

export class SiteRedirectQuery {
  @QueryText({ ...REDIRECT_SOURCE, required: true, description: 'The path within the site.' })
  source: string;

  @QueryText({ description: 'Key of a share link, for a site that is read by such links.' })
  shareKey?: string;
}

@ApiSchema({ name: 'ResolvedSiteRedirect' })
export class ResolvedSiteRedirectDto {
  @ApiProperty({ type: SiteRedirectDto })
  redirect: SiteRedirectDto;

  @ApiProperty({ format: 'uri', description: 'Where it leads to' })
  target: string;
}
