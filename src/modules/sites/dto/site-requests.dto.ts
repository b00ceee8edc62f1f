import type { SchemaObject } from '@nestjs/swagger';
import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import type { FieldFault } from '../../../kernel/errors/errors.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { Choice, Custom, Flag, NestedObject, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { QueryFlag, QueryText } from '../../../kernel/validation/query-fields.js';
import { choiceFault, kindOf, textFault } from '../../../kernel/validation/text-check.js';
import { AGENTS_CONTEXTS, type AgentsContext, SITE_TYPES, SITE_VISIBILITIES, type SiteType, type SiteVisibility } from '../site.entity.js';
import { SITE_PATH } from '../site-path.js';

const TITLE = { min: 2, max: 128 };
const ID = { min: 1, max: 64 };
const MOST_SPACES = 1_000;

const NEW_SPACE_KINDS = ['sample', 'empty'] as const;
/** Spaces to show, by their ids; or what to put into a new one. */
export type SiteSpacesChoice = string[] | (typeof NEW_SPACE_KINDS)[number];

const SPACES: SchemaObject = {
  description: 'Spaces of the organization to show, by their ids; or a new space for the site, with sample content or `empty`',
  oneOf: [
    { type: 'array', maxItems: MOST_SPACES, uniqueItems: true, items: { type: 'string', minLength: ID.min, maxLength: ID.max } },
    { type: 'string', enum: [...NEW_SPACE_KINDS] },
  ],
};

function spacesFaults(value: unknown, path: string): FieldFault[] {
  if (typeof value === 'string') return choiceFault(value, NEW_SPACE_KINDS) === undefined ? [] : [{ field: path, message: `must be one of ${NEW_SPACE_KINDS.join(', ')}, or a list of ids of spaces` }];
  if (!Array.isArray(value)) return [{ field: path, message: `must be a list of ids of spaces, or one of ${NEW_SPACE_KINDS.join(', ')}; is ${kindOf(value)}` }];
  if (value.length > MOST_SPACES) return [{ field: path, message: `must be at most ${String(MOST_SPACES)} items, is ${String(value.length)}` }];
  const ids: unknown[] = value;
  return ids.flatMap((id, index) => {
    const message = textFault(id, ID) ?? (ids.indexOf(id) < index ? 'is in the list already' : undefined);
    return message === undefined ? [] : [{ field: `${path}.${String(index)}`, message }];
  });
}

@ApiSchema({ name: 'CreateSite' })
export class CreateSiteDto {
  @Optional()
  @Choice(SITE_TYPES, { name: 'SiteType', description: 'Default `basic`' })
  type?: SiteType;

  @Optional()
  @Text({ ...TITLE, description: 'Default `Untitled site`' })
  title?: string;

  @Optional()
  @Choice(SITE_VISIBILITIES, { name: 'SiteVisibility', description: 'Default `public`' })
  visibility?: SiteVisibility;

  @Optional()
  @Custom({ schema: SPACES, check: spacesFaults })
  spaces?: SiteSpacesChoice;
}

@ApiSchema({ name: 'UpdateSiteAdaptiveContent' })
export class UpdateSiteAdaptiveContentDto {
  @Flag()
  enabled: boolean;
}

@ApiSchema({ name: 'UpdateSite' })
export class UpdateSiteDto {
  @Optional()
  @Text(TITLE)
  title?: string;

  @Optional()
  @Choice(SITE_VISIBILITIES, { name: 'SiteVisibility' })
  visibility?: SiteVisibility;

  @Optional()
  @Text({ ...SITE_PATH, description: 'Part of the address; unique in the organization' })
  basename?: string;

  @Optional()
  @NestedObject(() => UpdateSiteAdaptiveContentDto)
  adaptiveContent?: UpdateSiteAdaptiveContentDto;

  @Optional()
  @Choice(AGENTS_CONTEXTS, { name: 'AgentsContext' })
  agentsContext?: AgentsContext;

  @Optional()
  @Text({ ...ID, description: 'The site space to be default: at the root or, in a site with sections, in the default section' })
  defaultSiteSpace?: string;

  @Optional()
  @Text({ ...ID, description: 'The section to be default' })
  defaultSiteSection?: string;

  @Optional()
  @Nullable()
  @Text({ min: 1, max: 512, pattern: /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/, description: 'Host and path under which another server shows the site; the host is kept in small letters. null: none' })
  proxy?: string | null;
}

export class SiteListQuery extends PageQuery {
  @QueryText({ description: 'Id of a space: only sites that show it.' })
  space?: string;

  @QueryText({ description: 'Only sites whose title contains this, without regard to case and accents.' })
  title?: string;

  @QueryFlag({ description: 'Only sites that are published, or that are not.' })
  published?: boolean;
}
