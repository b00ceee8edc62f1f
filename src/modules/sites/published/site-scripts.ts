import { SlotResolver } from '../../../kernel/permissions/slots.js';
import type { SiteScriptDto } from '../dto/published-site.dto.js';
import type { ReadSite } from '../read-site.js';

/**
 * What the pages of sites load besides their content: the module that knows it provides this. It is the same for
 * every reader, and when it changes, so does the version of the site.
 */
export abstract class SiteScripts extends SlotResolver<ReadSite, SiteScriptDto[]> {}
