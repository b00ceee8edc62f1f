import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { VISIT_TOKEN_PREFIX } from '../../../kernel/auth/token-prefix.js';
import { VisitPort } from '../../../kernel/auth/visit-port.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { usedClaims } from '../adaptive/used-claims.js';
import { type Admission, Admissions, type AskedSite, markOf } from '../published/admissions.js';
import { claimsNamed } from '../published/profile-structure.js';
import { ProfileStructures } from '../published/profile-structures.js';
import { VisitTokens } from '../published/visit-tokens.js';
import type { Visitor } from '../published/visitor.js';

/** Longest token that a bearer token may be. */
const LONGEST = 2_048;

/** Issues the tokens with which readers read the content of one site. */
@Injectable()
export class Visits implements OnModuleInit {
  constructor(
    private readonly port: VisitPort,
    private readonly tokens: VisitTokens,
    private readonly admissions: Admissions,
    private readonly structures: ProfileStructures,
  ) {}

  onModuleInit(): void {
    this.port.authenticateBy((token) => this.authenticate(token));
  }

  /** For somebody who is admitted. Of the claims it holds those that the site asks about. @throws BadInputError when these are too long */
  async issue(actor: Actor, admission: Admission, visitor: Visitor): Promise<string> {
    const { site, shareKey, isMember, isSignedIn } = admission;
    const token = await this.tokens.issue(
      {
        organizationId: site.organizationId,
        siteId: site.id,
        ...(isMember ? { userId: actor.userId } : {}),
        ...(shareKey === undefined ? {} : { shareKey }),
        ...(isSignedIn ? { signedInWith: markOf(site) } : {}),
        claims: await this.claims(admission),
      },
      isSignedIn && visitor.token !== undefined ? await endOf(visitor.token) : undefined,
    );
    if (token.length > LONGEST) throw BadInputError.ofField('visitor', 'has claims that the site asks about which are longer than about 1,000 characters together');
    return token;
  }

  /** The admission of a visitor who comes with the token of a visit to this very site; undefined for any other token. */
  async admission(token: string, asked: AskedSite): Promise<Admission | undefined> {
    const actor = token.startsWith(VISIT_TOKEN_PREFIX) ? await this.authenticate(token) : undefined;
    return actor && this.admissions.find(actor, asked, { token: undefined, unsignedClaims: {} });
  }

  private async authenticate(token: string): Promise<Actor | undefined> {
    const facts = await this.tokens.read(token);
    const visit = facts && (await this.admissions.visit(facts));
    return visit && { userId: '', tokenId: '', visit };
  }

  /** Another one when what the site asks about the visitor is answered otherwise. */
  async contextOf(admission: Admission): Promise<string> {
    return createHash('sha256').update(JSON.stringify(await this.claims(admission))).digest('base64url').slice(0, 22);
  }

  private async claims({ site, claims }: Admission): Promise<Admission['claims']> {
    return usedClaims(claims, claimsNamed(await this.structures.whole(site)));
  }
}

/** Of a token that was verified: the second in which it ends. */
async function endOf(token: string): Promise<number | undefined> {
  const { decodeJwt } = await import('jose');
  return decodeJwt(token).exp;
}
