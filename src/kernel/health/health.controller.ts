import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '../openapi/late-decorators.js';
import { Public } from '../auth/bearer-guard.js';
import { Database } from '../database/database.js';
import { isMigrated } from '../database/migrate.js';
import { UnavailableError } from '../errors/errors.js';

/** For whoever watches the process: outside /v1, without a token. */
@ApiExcludeController()
@Public()
@Controller()
export class HealthController {
  private migrated = false;

  constructor(private readonly db: Database) {}

  /** The process is up. */
  @Get('healthz')
  health(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The database answers and its schema is that of this version. */
  @Get('readyz')
  async ready(): Promise<{ status: 'ok' }> {
    await this.db.query('SELECT 1');
    // Migrations only go forward: asked until they have run, then never again.
    this.migrated ||= await isMigrated(this.db.dataSource);
    if (!this.migrated) throw new UnavailableError('The database has not been migrated to this version yet.');
    return { status: 'ok' };
  }
}
