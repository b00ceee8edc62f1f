import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { LimitedTokens, type TokenUse } from '../../../kernel/auth/limited-tokens.js';
import { Database } from '../../../kernel/database/database.js';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '../../../kernel/errors/errors.js';
import { type RightsCache, RightsCaches } from '../../../kernel/permissions/rights-caches.js';
import type { TokenReach } from '../../../kernel/permissions/token-reach.js';
import { findContentInstallation, findReached } from '../content-installations/content-installation-rows.js';
import type { IntegrationScope } from '../integration-values.js';
import { IntegrationEntity } from '../integration.entity.js';
import { NO_INSTALLATION } from '../installations/installation.access.js';
import { findInstallation, type ReadInstallation } from '../installations/installation-rows.js';
import { InstallationEntity } from '../installations/installation.entity.js';
import type { ContentKind } from '../integration-values.js';
import { grantedScopes } from './granted-scopes.js';
import { OWN_OPERATIONS, scopeOf } from './scoped-operations.js';

interface Reach {
  readonly installation: ReadInstallation;
  readonly scopes: readonly IntegrationScope[];
}

/**
 * Keeps tokens of installations to what their scopes are for, in the spaces and sites of the installation. What the
 * user they act for may not do, the operation itself refuses.
 */
@Injectable()
export class InstallationLimits implements OnModuleInit {
  private readonly reaches: RightsCache<Reach>;
  private readonly contents: RightsCache<object>;

  constructor(
    private readonly db: Database,
    private readonly tokens: LimitedTokens,
    rights: RightsCaches,
  ) {
    this.reaches = rights.create(10_000);
    this.contents = rights.create(10_000);
  }

  onModuleInit(): void {
    this.tokens.judgedBy({ require: (actor, use) => this.require(actor, use), reach: (actor) => this.reach(actor) });
  }

  private async require(actor: Actor, { operationId = '', parameters }: TokenUse): Promise<void> {
    const reach = await this.load(actor);
    requireScope(reach, operationId);
    requireOwn(reach, parameters);
    await this.requireContent(reach, 'space', parameters['spaceId']);
    await this.requireContent(reach, 'site', parameters['siteId']);
  }

  private async reach(actor: Actor): Promise<TokenReach> {
    const { installation, scopes } = await this.load(actor);
    return {
      may: (operationId) => scopeFault(scopes, operationId) === undefined,
      spaces: (ids) => findReached(this.db, 'space', installation, ids),
    };
  }

  private async load({ installationId }: Actor): Promise<Reach> {
    const reach = installationId === undefined ? undefined : await this.reaches.get(installationId, () => this.find(installationId));
    if (reach === undefined) throw new UnauthenticatedError('The access token is unknown, expired or revoked.');
    return reach;
  }

  private async requireContent({ installation }: Reach, kind: ContentKind, id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const found = await this.contents.get(`${installation.id}/${kind}/${id}`, () => findContentInstallation(this.db, kind, installation, id));
    if (found === undefined) throw new NotFoundError(`There is no such ${kind}.`);
  }

  private async find(installationId: string): Promise<Reach | undefined> {
    const named = await this.db.repo(InstallationEntity).findOneBy({ id: installationId });
    if (named === null) return undefined;
    const [installation, integration] = await Promise.all([
      findInstallation(this.db, named.integrationName, installationId),
      this.db.repo(IntegrationEntity).findOneBy({ name: named.integrationName }),
    ]);
    if (installation === undefined || integration === null) return undefined;
    return { installation, scopes: grantedScopes(installation, integration) };
  }
}

function requireScope({ scopes }: Reach, operationId: string): void {
  const fault = scopeFault(scopes, operationId);
  if (fault !== undefined) throw new ForbiddenError(fault);
}

/** Why installations with these scopes may not use the operation; undefined when they may. */
function scopeFault(scopes: readonly IntegrationScope[], operationId: string): string | undefined {
  if (OWN_OPERATIONS.has(operationId)) return undefined;
  const needed = scopeOf(operationId);
  if (needed === undefined) return "This operation isn't for tokens of installations.";
  return scopes.some((scope) => scope === needed) ? undefined : `The installation lacks the scope "${needed}".`;
}

/** An installation sees its own integration, and no other installation. */
function requireOwn({ installation }: Reach, { integrationName, installationId }: TokenUse['parameters']): void {
  const isOwn = (integrationName ?? installation.integrationName) === installation.integrationName && (installationId ?? installation.id) === installation.id;
  if (!isOwn) throw new NotFoundError(NO_INSTALLATION);
}
