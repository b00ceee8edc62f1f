import { ApiSchema } from '../../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../../kernel/pagination/page-query.js';
import { Nullable, Optional, Text, TextList } from '../../../../kernel/validation/body-fields.js';
import { QueryFlag, QueryText } from '../../../../kernel/validation/query-fields.js';
import { SITE_PATH } from '../../site-path.js';

const ID = { min: 1, max: 64 };
const TITLE = { min: 2, max: 128 };
const ICON = { max: 50, description: 'Name of an icon; null: none' };
const CONDITION = {
  min: 1,
  max: 1024,
  description: 'Expression over `visitor.claims` that decides who sees it, such as `visitor.claims.isBeta == true`; null: everybody',
};
const PATH = { ...SITE_PATH, description: 'Part of the address, unique among its siblings' };
const MOST_SECTIONS = 1_000;

const SHARE_KEY = { max: 1_024, description: 'Key of a share link of the site: published addresses are those that the link opens.' };

/** Reads whose addresses depend on a share link. */
export class ShareKeyQuery {
  @QueryText(SHARE_KEY)
  shareKey?: string;
}

export class SiteSectionListQuery extends PageQuery {
  @QueryText(SHARE_KEY)
  shareKey?: string;
}

export class SiteSpaceListQuery extends SiteSectionListQuery {
  @QueryFlag({ description: '`true`: the defaults of the sections, or of the root, only; `false`: all others only.' })
  default?: boolean;
}

@ApiSchema({ name: 'AddSection' })
export class AddSectionDto {
  @Text({ ...ID, description: 'Space to show in the section' })
  spaceId: string;

  @Optional()
  @Nullable()
  @Text({ ...TITLE, description: "Default: the space's title" })
  title?: string | null;

  @Optional()
  @Nullable()
  @Text(ICON)
  icon?: string | null;
}

@ApiSchema({ name: 'UpdateSection' })
export class UpdateSectionDto {
  @Optional()
  @Text(TITLE)
  title?: string;

  @Optional()
  @Text(PATH)
  path?: string;

  @Optional()
  @Text({ ...ID, description: 'Site space of the section to show first' })
  defaultSiteSpace?: string;

  @Optional()
  @Nullable()
  @Text(CONDITION)
  condition?: string | null;

  @Optional()
  @Nullable()
  @Text(ICON)
  icon?: string | null;

  @Optional()
  @Nullable()
  @Text({ max: 256 })
  description?: string | null;
}

@ApiSchema({ name: 'AddSectionGroup' })
export class AddSectionGroupDto {
  @Text({ min: 1, max: 100 })
  title: string;

  @Optional()
  @Nullable()
  @Text(ICON)
  icon?: string | null;

  @Optional()
  @TextList({ ...ID, maxItems: MOST_SECTIONS, description: 'Sections to put into it, in order; each leaves the group that it was in' })
  sections?: string[];
}

@ApiSchema({ name: 'UpdateSectionGroup' })
export class UpdateSectionGroupDto {
  @Optional()
  @Text({ min: 1, max: 100 })
  title?: string;

  @Optional()
  @Nullable()
  @Text(ICON)
  icon?: string | null;
}

@ApiSchema({ name: 'AddSectionToGroup' })
export class AddSectionToGroupDto {
  @Text({ ...ID, description: 'Section of the site' })
  sectionId: string;
}

@ApiSchema({ name: 'AddSiteSpace' })
export class AddSiteSpaceDto {
  @Text({ ...ID, description: 'Space to show' })
  spaceId: string;

  @Optional()
  @Text({ ...ID, description: 'Default: the default section, or the root of a site without sections' })
  sectionId?: string;
}

@ApiSchema({ name: 'UpdateSiteSpace' })
export class UpdateSiteSpaceDto {
  @Optional()
  @Text(PATH)
  path?: string;

  @Optional()
  @Nullable()
  @Text(CONDITION)
  condition?: string | null;

  @Optional()
  @Text({ ...ID, description: 'Space to show instead' })
  spaceId?: string;
}
