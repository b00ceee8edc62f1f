import type { Answer } from './client.js';
import type { TestApp } from './test-app.js';

export interface AuditRow {
  outcome: string;
  caller: string;
  user_id: string | null;
  token_id: string | null;
  installation_id: string | null;
  operation: string;
  organization_id: string | null;
  targets: Readonly<Record<string, string>>;
  made: string | null;
  address: string | null;
  request_id: string | null;
  user_agent: string | null;
}

/** Operations that send what they ask in a body, and write nothing; and the sign of life, which is no news. */
const WITHOUT_ENTRY = new Set(['resolvePublishedContentByUrl', 'searchSiteContent', 'updateOrganizationMemberLastSeenAt']);

export function entriesOf({ make }: TestApp, requestId: string): Promise<AuditRow[]> {
  return make.db.query<AuditRow & Record<string, unknown>>('SELECT * FROM audit_log WHERE request_id = $1 ORDER BY id', [requestId]);
}

/** Throws unless a write that was acknowledged has its one entry, which names the organization and what was made. */
export async function requireEntry(service: TestApp, { method, operationId }: { method: string; operationId: string }, { status, headers }: Answer): Promise<void> {
  if (method === 'GET' || status >= 300) return;
  const entries = await entriesOf(service, headers.get('x-request-id') ?? '');
  const [entry] = entries;
  const made = status === 201 ? /\/([0-9A-Za-z]{20})$/.exec(headers.get('location') ?? '')?.[1] : undefined;
  const faults = [
    entries.length === (WITHOUT_ENTRY.has(operationId) ? 0 : 1) ? '' : `has ${String(entries.length)} entries`,
    entry === undefined || entry.operation === operationId ? '' : `is told as ${entry.operation}`,
    entry === undefined || entry.user_id !== null ? '' : 'has nobody who did it',
    entry === undefined || entry.organization_id !== null ? '' : 'names no organization',
    entry === undefined || made === undefined || entry.made === made ? '' : `tells that ${String(entry.made)} was made, not ${made}`,
  ].filter((fault) => fault !== '');
  if (faults.length > 0) throw new Error(`${operationId} ${faults.join(', ')}`);
}
