import { Injectable } from '@nestjs/common';
import { noteAct } from '../../../kernel/audit/act.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError, ForbiddenError } from '../../../kernel/errors/errors.js';
import { isId } from '../../../kernel/ids/id.js';
import { InjectLogger, type Logger } from '../../../kernel/logging/logger.js';
import { SamlAddresses } from '../saml-addresses.js';
import { type ActiveProvider, isActive, SamlProviderEntity } from '../saml-provider.entity.js';
import type { AssertedPerson } from './asserted-person.js';
import { SignInCodes } from './sign-in-codes.js';
import { SignInMembers } from './sign-in-members.js';
import { noSuchWay, SignInRefusal } from './sign-in-refusal.js';
import { type NewRequest, SignInRequests } from './sign-in-requests.js';

export interface BegunSignIn extends NewRequest {
  /** Where the browser goes. */
  address: string;
}

export interface FinishedSignIn {
  requestId: string;
  code: string;
  email: string;
}

/** The library that reads and signs them is large, and many installations have nobody who signs in so. */
const samlMessages = (): Promise<typeof import('./saml-messages.js')> => import('./saml-messages.js');

/** Signing in: a browser begins here, proves itself at the identity provider, comes back with its answer, and gets a code. */
@Injectable()
export class SignInService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly addresses: SamlAddresses,
    private readonly requests: SignInRequests,
    private readonly members: SignInMembers,
    private readonly codes: SignInCodes,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** XML. @throws SignInRefusal without such a provider */
  async metadata(providerId: string): Promise<string> {
    const { metadata } = await samlMessages();
    return metadata(this.addresses.of((await this.find(providerId)).id));
  }

  /** @throws SignInRefusal unless the provider is active */
  async begin(providerId: string): Promise<BegunSignIn> {
    const provider = await this.findActive(providerId);
    const request = await this.requests.begin(provider.id);
    const { requestAddress } = await samlMessages();
    return { ...request, address: await requestAddress(provider, this.addresses.of(provider.id), request.id) };
  }

  /**
   * @param answer what the identity provider sends, as base64
   * @param secretOf what the browser keeps of a request
   * @throws SignInRefusal
   */
  async finish(providerId: string, answer: string, secretOf: (requestId: string) => string | undefined): Promise<FinishedSignIn> {
    const provider = await this.findActive(providerId);
    const { answeredPerson, answeredRequest } = await samlMessages();
    try {
      const requestId = await answeredRequest(answer);
      await this.requests.require(requestId, provider.id, secretOf(requestId));
      const person = await answeredPerson(answer, provider, this.addresses.of(provider.id), { requestId, now: this.clock.now() });
      return { requestId, email: person.email, code: await this.admit(provider, person, requestId) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal instanceof SignInRefusal) this.logger.warn({ provider: provider.id, reason: refusal.message }, 'sign-in refused');
      throw refusal;
    }
  }

  private admit(provider: ActiveProvider, person: AssertedPerson, requestId: string): Promise<string> {
    return this.db.transaction(async () => {
      await this.requests.finish(requestId);
      const userId = await this.members.admit(provider.id, person);
      noteAct({ operation: 'admitToSignIn', userId, organizationId: provider.organizationId });
      return this.codes.issue(provider.id, userId);
    });
  }

  private async findActive(id: string): Promise<ActiveProvider> {
    const provider = await this.find(id);
    if (!isActive(provider)) throw new SignInRefusal('This way to sign in is not set up yet.', 404);
    return provider;
  }

  private async find(id: string): Promise<SamlProviderEntity> {
    const provider = isId(id) ? await this.db.repo(SamlProviderEntity).findOneBy({ id }) : null;
    if (provider === null) throw noSuchWay();
    return provider;
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ForbiddenError) return new SignInRefusal(error.message, 403);
  return error instanceof BadInputError ? new SignInRefusal(error.message) : error;
}
