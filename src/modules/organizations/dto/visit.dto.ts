import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';

@ApiSchema({ name: 'Visit' })
export class VisitDto {
  @ApiProperty({ description: 'A JSON Web Token to attach to the user: its claims are user, organization and teams (ids)' })
  serviceVisitorClaims: string;
}
