import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { Choice, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { QueryChoice, QueryText } from '../../../kernel/validation/query-fields.js';
import { CHANGE_REQUEST_STATUSES, type ChangeRequestStatus } from '../change-request.entity.js';

const SUBJECT = { max: 100 };

@ApiSchema({ name: 'CreateChangeRequest' })
export class CreateChangeRequestDto {
  @Optional()
  @Text(SUBJECT)
  subject?: string;

  @Optional()
  @Text({ min: 1, max: 64, description: 'Agent task to implement. The service runs no agents, so no id names one.' })
  agentTaskId?: string;
}

@ApiSchema({ name: 'UpdateChangeRequest' })
export class UpdateChangeRequestDto {
  @Optional()
  @Text(SUBJECT)
  subject?: string;

  @Optional()
  @Choice(['draft', 'open', 'archived'], { name: 'SettableChangeRequestStatus', description: 'Merging alone makes it `merged`' })
  status?: 'draft' | 'open' | 'archived';
}

export class ChangeRequestListQuery extends PageQuery {
  @QueryChoice(CHANGE_REQUEST_STATUSES, { default: 'open', description: 'Only change requests of this status.' })
  status: ChangeRequestStatus;

  @QueryText({ description: 'Id of a user: only change requests that this user made or changed the content of.' })
  contributor?: string;
}

export class OrganizationChangeRequestsQuery extends ChangeRequestListQuery {
  @QueryText({ description: 'Id of a user: only change requests that this user made.' })
  creator?: string;
}
