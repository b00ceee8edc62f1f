import type { SchemaObject } from '@nestjs/swagger';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import type { FieldFault } from '../../../kernel/errors/errors.js';
import { Custom, Flag, NestedObject, Optional, Text, WebAddress } from '../../../kernel/validation/body-fields.js';
import { isObject, notAnObject } from '../../../kernel/validation/objects.js';
import { QueryFlag, QueryText } from '../../../kernel/validation/query-fields.js';
import type { Claims } from '../adaptive/condition.js';

export const LONGEST_ADDRESS = 2_048;
const LONGEST_TOKEN = 8_192;
const CLAIMS: SchemaObject = { type: 'object', additionalProperties: true, description: 'What nobody has signed of the visitor' };

function claimsFaults(value: unknown, path: string): FieldFault[] {
  return isObject(value) ? [] : notAnObject(value, path);
}

@ApiSchema({ name: 'SiteVisitor' })
export class SiteVisitorDto {
  @Optional()
  @Text({ max: LONGEST_TOKEN, description: 'JSON Web Token of the visitor, signed with the key of the site' })
  jwtToken?: string;

  @Optional()
  @Custom({ schema: CLAIMS, check: claimsFaults })
  unsignedClaims?: Claims;
}

@ApiSchema({ name: 'ResolvePublishedContent' })
export class ResolvePublishedContentDto {
  @WebAddress({ max: LONGEST_ADDRESS, description: 'The address to resolve' })
  url: string;

  @Optional()
  @Flag({ description: 'Whether a visitor whose token is not valid is led to where visitors sign in; default false' })
  redirectOnError?: boolean;

  @Optional()
  @NestedObject(() => SiteVisitorDto)
  visitor?: SiteVisitorDto;
}

export class PublishedContentQuery {
  @QueryText({ min: 1, max: LONGEST_ADDRESS, required: true, description: 'The address to resolve.' })
  url: string;

  @QueryText({ max: LONGEST_TOKEN, description: 'JSON Web Token of the visitor, signed with the key of the site.' })
  visitorAuthToken?: string;

  @QueryFlag({ default: false, description: 'Whether a visitor whose token is not valid is led to where visitors sign in.' })
  redirectOnError: boolean;
}

const REDIRECT_TARGETS = ['application', 'content', 'external'] as const;

@ApiSchema({ name: 'PublishedContentRedirect' })
export class PublishedContentRedirectDto {
  @ApiProperty({ enum: REDIRECT_TARGETS, description: 'Whether it leads into the application, to published content, or elsewhere' })
  target: (typeof REDIRECT_TARGETS)[number];

  @ApiProperty({ format: 'uri' })
  redirect: string;
}

@ApiSchema({ name: 'PublishedSiteContent' })
export class PublishedSiteContentDto {
  @ApiProperty()
  organization: string;

  @ApiProperty()
  site: string;

  @ApiPropertyOptional({ description: 'Absent in a site without sections' })
  siteSection?: string;

  @ApiProperty()
  siteSpace: string;

  @ApiProperty()
  space: string;

  @ApiProperty({ description: 'Path of the page within the space; `/` where none is named' })
  pathname: string;

  @ApiProperty({ description: 'What is before that in the address: the site, the section and the site space, as far as they are named' })
  basePath: string;

  @ApiProperty({ description: 'What leads to the site in the address' })
  siteBasePath: string;

  @ApiProperty({ description: 'Reads the content of this site, as this visitor sees it, for an hour at most, and nothing else' })
  apiToken: string;

  @ApiPropertyOptional({ description: 'The share key in the address' })
  shareKey?: string;

  @ApiProperty({ description: 'Whether nothing that names a section or a site space can follow in the address' })
  complete: boolean;

  @ApiPropertyOptional({ description: 'Another one when what is known of a visitor who is signed in is otherwise' })
  contextId?: string;

  @ApiProperty({ format: 'uri', description: 'The address that names all of it' })
  canonicalUrl: string;
}

export class SitePreviewQuery {
  @QueryText({ min: 1, max: 64, description: 'Id of the site space to preview; without one the default.' })
  siteSpace?: string;

  @QueryText({ description: 'Claims of the visitor to preview it as, in Rison, such as `(isBeta:!t)`.' })
  claims?: string;
}

@ApiSchema({ name: 'SitePreview' })
export class SitePreviewDto {
  @ApiProperty({ format: 'uri' })
  url: string;
}
