import { Injectable } from '@nestjs/common';
import { type AuditEntry, AuditLog } from '../kernel/audit/audit-log.js';
import { UsersService } from '../modules/identity/users.service.js';

export interface AuditOptions {
  org?: string;
  user?: string;
  operation?: string;
  since?: Date;
  until?: Date;
  limit: number;
}

/** What an operator may read of the audit log. */
@Injectable()
export class AuditCommands {
  constructor(
    private readonly log: AuditLog,
    private readonly users: UsersService,
  ) {}

  /** Tells each entry, the newest first. */
  async list({ org, user, limit, ...filter }: AuditOptions, tell: (entry: AuditEntry) => void): Promise<void> {
    // Entries name users by their ids, which need not be there any more.
    const userId = user?.includes('@') === true ? (await this.users.getByIdOrEmail(user)).id : user;
    for await (const entry of this.log.list({ ...filter, organizationId: org, userId }, limit)) tell(entry);
  }
}
