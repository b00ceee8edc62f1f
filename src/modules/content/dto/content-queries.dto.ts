import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { QueryChoice, QueryFlag, QueryText } from '../../../kernel/validation/query-fields.js';

export const FORMATS = ['document', 'markdown'] as const;
export type Format = (typeof FORMATS)[number];

export const LINK_STATUSES = ['ok', 'broken', 'in-app'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const BROKEN_CONTEXTS = ['change-request', 'space'] as const;
export type BrokenContext = (typeof BROKEN_CONTEXTS)[number];

const METADATA = { default: true, description: 'False leaves out what is known of Git.' };
const COMPUTED = { default: true, description: 'False leaves computed content as its placeholder.' };

/** How much of the content a read answers. */
export class ContentQuery {
  @QueryFlag(METADATA)
  metadata: boolean;

  @QueryFlag(COMPUTED)
  computed: boolean;
}

export class PageReadQuery extends ContentQuery {
  @QueryChoice(FORMATS, { default: 'markdown', description: 'Format of the body.' })
  format: Format;

  @QueryFlag({ default: false, description: 'True puts in the values of variables.' })
  evaluated: boolean;
}

export class FileListQuery extends PageQuery {
  @QueryFlag(METADATA)
  metadata: boolean;

  @QueryFlag(COMPUTED)
  computed: boolean;
}

export class LinkListQuery extends PageQuery {
  @QueryChoice(LINK_STATUSES, { description: 'Only links of this status; all unless given.' })
  status?: LinkStatus;
}

export class ChangeRequestLinkListQuery extends LinkListQuery {
  @QueryChoice(BROKEN_CONTEXTS, { description: 'Only broken links: those that the change request broke, or those that are broken in the main content below as well.' })
  brokenContext?: BrokenContext;
}

export class SearchQuery extends PageQuery {
  @QueryText({ min: 1, max: 512, required: true, description: 'Words to look for, in any order; the last letters may be missing.' })
  query: string;
}
