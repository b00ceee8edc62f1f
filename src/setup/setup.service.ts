import { Injectable } from '@nestjs/common';
import { Act, runAct } from '../kernel/audit/act.js';
import { ADD_ROWS } from '../kernel/audit/audit-statements.js';
import { Config } from '../kernel/config/config.js';
import { Database } from '../kernel/database/database.js';
import { InjectLogger, type Logger } from '../kernel/logging/logger.js';
import { SampleSpaces } from '../modules/content/sample-spaces.js';
import { Newcomers } from '../modules/members/newcomers.js';
import { OrganizationsService } from '../modules/organizations/organizations.service.js';

/** Any number that nothing else in the database locks by. */
const SETUP_LOCK = 0x73_65_74_75;

/** What the first start made. */
export interface FirstStart {
  /** Absent when the operator gave it. */
  token?: string;
  organizationId: string;
  /** The space with sample content, where that was wanted. */
  spaceId?: string;
}

/** Fills an empty database, so that a new installation can be used at once. */
@Injectable()
export class SetupService {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly organizations: OrganizationsService,
    private readonly newcomers: Newcomers,
    private readonly samples: SampleSpaces,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Makes the first user, organization and token; undefined when somebody is there already. */
  async prepare(): Promise<FirstStart | undefined> {
    const first = await this.db.transaction(() => this.makeFirst());
    if (first === undefined || !this.config.sampleContent) return first;
    try {
      const { id } = await runAct(actOf('sampleContent', first.organizationId), () => this.samples.make({ organizationId: first.organizationId }));
      return { ...first, spaceId: id };
    } catch (error) {
      // The token is made, and will not be again: whoever starts the service has to be told it.
      this.logger.error({ err: error }, 'the sample content could not be made; the service goes on without it');
      return first;
    }
  }

  private async makeFirst(): Promise<FirstStart | undefined> {
    // Nodes that start at the same time on one database must not both be the first.
    await this.db.query('SELECT pg_advisory_xact_lock($1)', [SETUP_LOCK]);
    const somebody = await this.db.query('SELECT 1 FROM users LIMIT 1');
    if (somebody.length > 0) return undefined;
    const { bootstrapEmail: email, bootstrapToken: text } = this.config;
    const organization = await this.organizations.create('My organization');
    const { user, tokenId, token } = await this.newcomers.admit(organization.id, { email, displayName: 'Admin', role: 'admin' }, { label: 'First start', text });
    // Later starts run this transaction, too, and do nothing in it: what was done is told here.
    const entry = actOf('firstStart', organization.id, { userId: user.id, tokenId }).row('done');
    await this.db.query(ADD_ROWS, [JSON.stringify([entry])]);
    this.logger.info(`First start: made the organization ${organization.id} with the admin ${user.email}`);
    return { organizationId: organization.id, ...(text === undefined ? { token } : {}) };
  }
}

function actOf(operation: string, organizationId: string, targets: Readonly<Record<string, string>> = {}): Act {
  return new Act(() => ({ caller: 'service', operation, organizationId, targets }));
}

/** Greets who started the service for the first time, with a line to paste. */
export function welcome(publicUrl: string, { token, organizationId, spaceId }: FirstStart): string {
  const shown = token ?? '$BOOTSTRAP_TOKEN';
  const path = spaceId === undefined ? '/docs-json' : `/v1/spaces/${spaceId}/content/pages`;
  return [
    '',
    `  Organization  ${organizationId}`,
    token === undefined ? '  Access token  the one given as BOOTSTRAP_TOKEN' : `  Access token  ${token}   (shown once: keep it)`,
    `  Try it        curl -H "Authorization: Bearer ${shown}" ${publicUrl}${path}`,
    `  Explore it    ${publicUrl}/docs`,
    '',
    '',
  ].join('\n');
}
