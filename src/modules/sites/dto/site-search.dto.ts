import type { SchemaObject } from '@nestjs/swagger';
import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { Choice, Custom, Optional, Text, TextList } from '../../../kernel/validation/body-fields.js';
import { QueryText } from '../../../kernel/validation/query-fields.js';
import { schemaFaults } from '../../../kernel/validation/schema-check.js';

const ID = { min: 1, max: 64 };
const MOST_SPACES = 1_000;
const ID_SCHEMA: SchemaObject = { type: 'string', minLength: ID.min, maxLength: ID.max };
const IDS_SCHEMA: SchemaObject = { type: 'array', items: ID_SCHEMA, maxItems: MOST_SPACES };

export type SiteSearchScope =
  | { mode: 'default'; currentSiteSpace?: string; includedSiteSpaces?: readonly string[] }
  | { mode: 'specific'; siteSpaceIds: readonly string[] }
  | { mode: 'all' };

function scope(mode: SiteSearchScope['mode'], required: Record<string, SchemaObject>, optional: Record<string, SchemaObject>): SchemaObject {
  return {
    type: 'object',
    properties: { mode: { type: 'string', enum: [mode] }, ...required, ...optional },
    required: ['mode', ...Object.keys(required)],
    additionalProperties: false,
  };
}

const SCOPE: SchemaObject = {
  description: 'Where to look: in the default site spaces and those named besides, in those named alone, or in all. Default: in the default ones',
  oneOf: [
    scope('default', {}, { currentSiteSpace: ID_SCHEMA, includedSiteSpaces: IDS_SCHEMA }),
    scope('specific', { siteSpaceIds: { ...IDS_SCHEMA, minItems: 1 } }, {}),
    scope('all', {}, {}),
  ],
};

@ApiSchema({ name: 'SearchSiteContent' })
export class SearchSiteContentDto {
  @Text({ min: 1, max: 512, description: 'Words to look for, in any order; the last letters may be missing' })
  query: string;

  @Optional()
  @Custom({ schema: SCOPE, check: (value, path) => schemaFaults(SCOPE, value, path) })
  scope?: SiteSearchScope;

  @Optional()
  @Choice(['specific', 'current', 'all'], { name: 'SiteSearchMode', description: 'Deprecated: use `scope`' })
  mode?: 'specific' | 'current' | 'all';

  @Optional()
  @TextList({ ...ID, maxItems: MOST_SPACES, description: 'Deprecated: use `scope`. With the mode `specific`' })
  siteSpaceIds?: string[];

  @Optional()
  @Text({ ...ID, description: 'Deprecated: use `scope`. With the mode `current`' })
  siteSpaceId?: string;
}

export class SiteSearchQuery extends PageQuery {
  @QueryText({ description: 'Key of a share link, for a site that is read by such links.' })
  shareKey?: string;
}
