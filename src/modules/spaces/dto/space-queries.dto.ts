import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { QueryChoice } from '../../../kernel/validation/query-fields.js';

export class MemberSpacesQuery extends PageQuery {
  @QueryChoice(['asc', 'desc'], { default: 'desc', description: 'By when the spaces were made: newest first is `desc`.' })
  order: 'asc' | 'desc';
}
