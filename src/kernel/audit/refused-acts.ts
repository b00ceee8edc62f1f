import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';
import { InjectLogger, type Logger } from '../logging/logger.js';
import type { AuditRow } from './act.js';
import { ADD_ROWS } from './audit-statements.js';

/** What waits at most: whoever is refused that often is told by the entries that there are. */
const MOST_WAITING = 1_000;

/** Writes entries of what was refused, behind the answers: all that came while the last ones were written go together. */
@Injectable()
export class RefusedActs implements OnApplicationShutdown {
  private waiting: AuditRow[] = [];
  private writing: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  add(row: AuditRow): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push(row);
    this.writing ??= this.write();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const rows = this.waiting;
      this.waiting = [];
      await this.db.query(ADD_ROWS, [JSON.stringify(rows)]).catch((error: unknown) => {
        this.logger.warn({ err: error, entries: rows.length }, 'could not write what was refused to the audit log');
      });
    }
    this.writing = undefined;
  }
}
