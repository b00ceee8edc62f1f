import { expect } from '@jest/globals';
import type pg from 'pg';
import type { Json } from '../support/client.js';
import { historyFaults } from '../support/history-faults.js';
import { smallSpec } from '../support/openapi-specs.js';
import { until } from '../support/processes.js';
import type { SpecSite } from '../support/spec-site.js';
import type { setStage } from './stage.js';

const KINDS = ['audit-clear', 'content.collect-documents', 'content.finish-copy', 'openapi-read-source', 'spaces.purge'];
const PAGES = 50;
/** More than the job deletes at once. */
const OLD_ENTRIES = 6_000;
const OLD = "interval '2 years'";
const SPEC = 'held-up';

/** Jobs that are due, of every kind that writes much. */
const DUE = `
  SELECT task.identifier AS kind, job.locked_by IS NOT NULL AS begun FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
  WHERE job.run_at < now() + interval '5 minutes' AND task.identifier = ANY ($1)`;

/** Jobs of each kind that writes much, all of which are caught in the middle of it. */
export class WritingJobs {
  private original = '';
  private copy = '';
  private readonly purged: string[] = [];

  constructor(
    private readonly stage: Awaited<ReturnType<typeof setStage>>,
    private readonly site: SpecSite,
  ) {}

  /** Does something while each of the jobs waits for a lock, with a part of its work done. */
  async caught(happen: () => Promise<void>): Promise<void> {
    this.original = await this.makeSpace();
    this.purged.push(await this.makeSpace(), await this.makeSpace());
    this.site.paths.set(`/${SPEC}`, JSON.stringify(smallSpec()));
    for (const space of this.purged) expect((await this.stage.ask(`/v1/spaces/${space}`, 'DELETE')).status).toBe(204);
    await this.stage.postgres.query(`INSERT INTO audit_log (at, outcome, caller, operation, targets) SELECT now() - ${OLD} + make_interval(secs => n), 'done', 'service', 'test', '{}' FROM generate_series(1, $1) n`, [OLD_ENTRIES]);
    await this.stage.postgres.connected(async (client) => {
      await client.query('BEGIN; LOCK TABLE documents, openapi_versions IN EXCLUSIVE MODE');
      await client.query(`SELECT FROM audit_log WHERE at = (SELECT max(at) FROM audit_log WHERE at < now() - ${OLD} + interval '1 day') FOR UPDATE`);
      await this.hasten('audit-clear');
      // Bodies are looked for once a space is gone.
      await this.hasten('spaces.purge', this.purged[0]);
      await until(async () => (await this.begun()).includes('content.collect-documents'));
      await client.query('LOCK TABLE page_links IN EXCLUSIVE MODE');
      await this.hasten('spaces.purge', this.purged[1]);
      await this.beginOthers();
      await until(async () => (await waiting(client)) >= KINDS.length);
      expect([...new Set(await this.begun())].sort()).toEqual(KINDS);
      await happen();
      await client.query('ROLLBACK');
    });
  }

  async areComplete(): Promise<boolean> {
    return (await this.stage.postgres.query(DUE, [KINDS])).length === 0;
  }

  /** What they have not done, or only by half. */
  async faults(): Promise<object[]> {
    const titles = async (space: string): Promise<string[]> => (await this.json('GET', `/v1/spaces/${space}/content/pages`)).pages.map(({ title }: Json) => title);
    expect(await titles(this.copy)).toEqual(await titles(this.original));
    const [count] = await this.stage.postgres.query(
      `SELECT (SELECT count(*)::integer FROM page_versions WHERE space_id = $1 AND until IS NULL) AS copied,
         (SELECT count(*)::integer FROM page_versions WHERE space_id = ANY ($2)) + (SELECT count(*)::integer FROM page_links WHERE space_id = ANY ($2)) + (SELECT count(*)::integer FROM targets WHERE id = ANY ($2)) AS purged,
         (SELECT count(*)::integer FROM documents d WHERE NOT EXISTS (SELECT FROM page_versions p WHERE p.document_id = d.id)) AS unused,
         (SELECT count(*)::integer FROM audit_log WHERE at < now() - interval '1 year') AS old,
         (SELECT count(*)::integer FROM openapi_versions v JOIN openapi_specs s ON s.id = v.spec_id WHERE s.slug = $3 AND s.processing_state = 'complete' AND s.last_version_id = v.id) AS versions`,
      [this.copy, this.purged, SPEC],
    );
    expect(count).toEqual({ copied: PAGES, purged: 0, unused: 0, old: 0, versions: 1 });
    return [...(await historyFaults(this.stage.database, this.original)), ...(await historyFaults(this.stage.database, this.copy))];
  }

  private async makeSpace(): Promise<string> {
    const space = String((await this.json('POST', `/v1/orgs/${this.stage.organization}/spaces`, { title: 'Much' })).id);
    const request = `/v1/spaces/${space}/change-requests/${String((await this.json('POST', `/v1/spaces/${space}/change-requests`, {})).id)}`;
    const changes = Array.from({ length: PAGES }, (_, index) => ({ operation: 'insert_page', title: `Page ${String(index)}`, document: { markdown: `Of ${space}: [link](https://example.com/${String(index)})\n` } }));
    await this.json('POST', `${request}/content`, { changes });
    await this.json('POST', `${request}/merge`);
    return space;
  }

  private async beginOthers(): Promise<void> {
    this.copy = String((await this.json('POST', `/v1/spaces/${this.original}/duplicate`)).id);
    await this.json('PUT', `/v1/orgs/${this.stage.organization}/openapi/${SPEC}`, { source: { url: `${this.site.url}/${SPEC}` } });
  }

  /** Lets a job begin that waits for its time. */
  private async hasten(kind: string, space?: string): Promise<void> {
    await this.stage.postgres.query(
      `UPDATE graphile_worker._private_jobs job SET run_at = now() FROM graphile_worker._private_tasks task
       WHERE task.id = job.task_id AND task.identifier = $1 AND ($2::text IS NULL OR job.payload->>'spaceId' = $2)`,
      [kind, space],
    );
  }

  private async begun(): Promise<string[]> {
    const due = await this.stage.postgres.query<{ kind: string; begun: boolean }>(DUE, [KINDS]);
    return due.filter(({ begun }) => begun).map(({ kind }) => kind);
  }

  private async json(method: string, path: string, body?: object): Promise<Json> {
    const answer = await this.stage.ask(path, method, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${String(answer.status)} ${await answer.text()}`);
    return answer.json();
  }
}

/** How many connections of the service wait for a lock. */
export async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>("SELECT count(*)::integer AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name LIKE 'docspine%'");
  return rows[0]?.count ?? 0;
}
