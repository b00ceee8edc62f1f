import { Text } from '../../../kernel/validation/body-fields.js';

export class ExchangeCodeDto {
  @Text({ min: 1, max: 100 })
  code: string;
}

export interface SsoTokenDto {
  /** An access token; it is told here and never again. */
  token: string;
  expiresAt: string;
  /** Id of the only organization that the token works in. */
  organization: string;
  /** Id of the user. */
  user: string;
}
