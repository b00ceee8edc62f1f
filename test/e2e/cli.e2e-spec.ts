import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Json } from '../support/client.js';
import { command } from '../support/commands.js';
import { cli, type Ended, killProcesses, pause, SLOW, startService, temporaryFolder, until } from '../support/processes.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

jest.setTimeout(SLOW);

afterAll(() => {
  killProcesses();
});

describe('while the service runs', () => {
  let service: TestApp;
  let organization: string;
  let space: string;

  beforeAll(async () => {
    service = await startTestApp({ PUBLIC_URL: 'https://docs.example.com/base' });
    organization = (await answer('org:create', '--title', 'Ärzte & Söhne')).organization.id;
    space = (await answer('space:create', '--org', organization, '--title', 'Handbook')).id;
    await user('admin@example.com', 'admin');
    const { organization: other } = await answer('org:create', '--title', 'Other');
    await answer('user:create', '--org', other.id, '--email', 'outside@example.com', '--name', 'Out', '--role', 'read');
  });
  afterAll(() => service.close());

  const run = (...parameters: string[]): Promise<Ended> => command(parameters, { DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDirectory, PUBLIC_URL: service.config.publicUrl });
  const answer = (...parameters: string[]): Promise<Json> => answerOf(run(...parameters));
  const user = (email: string, role: string): Promise<Json> => answer('user:create', '--org', organization, '--email', email, '--name', 'Ada', '--role', role);
  const content = async (token: string): Promise<number> => (await fetch(`${service.url}/v1/spaces/${space}/content`, { headers: { authorization: `Bearer ${token}` } })).status;

  async function endOfToken(token: string): Promise<Date | undefined> {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const hash = createHash('sha256').update(token).digest();
    const { rows } = await client.query<{ expires_at: Date }>('SELECT expires_at FROM api_tokens WHERE hash = $1', [hash]).finally(() => client.end());
    return rows[0]?.expires_at;
  }

  it('makes organizations and spaces, and tells them as the API would', async () => {
    const made = await answer('org:create', '--title', 'Second');
    expect(made.organization).toMatchObject({ object: 'organization', title: 'Second', urls: { location: `https://docs.example.com/base/v1/orgs/${String(made.organization.id)}` } });
    const empty = await answer('space:create', '--org', made.organization.id, '--title', 'Notes');
    expect(empty).toMatchObject({ object: 'space', title: 'Notes', organization: made.organization.id, revision: expect.any(String) });
  });

  it('makes users with tokens that count at once', async () => {
    const { user: made, token } = await user('Ada@Example.com', 'read');
    expect(made).toMatchObject({ object: 'user', email: 'Ada@Example.com', displayName: 'Ada' });
    expect(await content(token)).toBe(200);
  });

  it('lets an address that is there in another case join as the same user, with another token', async () => {
    const first = await user('grace@example.com', 'read');
    const again = await user('GRACE@EXAMPLE.COM', 'create');
    expect(again.user).toEqual(first.user);
    expect(again.token).not.toBe(first.token);
    expect([await content(first.token), await content(again.token)]).toEqual([200, 200]);
  });

  it('checks what is stored, and ends with 1 where something is wrong', async () => {
    expect(await answer('check')).toMatchObject({ violated: [] });
    const change = (sql: string): Promise<unknown> => {
      const client = new pg.Client({ connectionString: service.databaseUrl });
      return client.connect().then(() => client.query(sql, [space])).finally(() => client.end());
    };
    await change('UPDATE spaces SET comments = comments + 1 WHERE id = $1');
    const { code, stdout } = await run('check');
    await change('UPDATE spaces SET comments = comments - 1 WHERE id = $1');
    expect({ code, violated: JSON.parse(stdout).violated }).toEqual({ code: 1, violated: [{ fault: 'a space counts its open comments wrongly', violations: [{ space_id: space, comments: 1 }] }] });
  });

  it('makes guests, who have what they are granted', async () => {
    const { user: guest, token } = await user('guest@example.com', 'guest');
    expect(await content(token)).toBe(404);
    expect(await answer('grant', '--user', 'GUEST@example.com', '--space', space, '--role', 'comment')).toEqual({ granted: { userId: guest.id, space, role: 'comment' } });
    await until(async () => (await content(token)) === 200);
  });

  it('makes more tokens, and ends them at once or by time', async () => {
    const { user: made } = await user('tokens@example.com', 'read');
    const { token } = await answer('token:create', '--user', made.id);
    const { token: limited } = await answer('token:create', '--user', 'tokens@example.com', '--expires', '2130-01-31T12:00:00+01:00');
    expect([await content(token), await content(limited)]).toEqual([200, 200]);
    expect(await answer('token:revoke', '--token', token)).toEqual({ revoked: true });
    await until(async () => (await content(token)) === 401);
    expect(await endOfToken(limited)).toEqual(new Date('2130-01-31T11:00:00Z'));
  });

  it('turns memberships off and on', async () => {
    const { token } = await user('off@example.com', 'read');
    expect((await answer('member:disable', '--org', organization, '--user', 'off@example.com')).member).toMatchObject({ disabled: true, email: 'off@example.com' });
    await until(async () => (await content(token)) === 404);
    expect((await answer('member:enable', '--org', organization, '--user', 'off@example.com')).member).toMatchObject({ disabled: false });
    await until(async () => (await content(token)) === 200);
  });

  it('makes invitations by link, and lists what was done as one object a line', async () => {
    const { invite } = await answer('invite:create', '--org', organization, '--role', 'guest');
    expect(invite).toMatchObject({ organization, role: null, id: expect.any(String) });
    const { code, stdout } = await run('audit:list', '--org', organization, '--operation', 'invite:create', '--since', '2020-01-01');
    expect([code, ...stdout.trimEnd().split('\n').map((line): unknown => JSON.parse(line))]).toEqual([0, expect.objectContaining({ outcome: 'done', caller: 'operator', organization, made: invite.id, address: hostname(), userAgent: expect.stringMatching(/^command line of \S+/) })]);
  });

  it('imports folders, with the progress beside the answer', async () => {
    const book = join(service.config.dataDirectory, 'book');
    await mkdir(book);
    await writeFile(join(book, 'SUMMARY.md'), '# Summary\n\n- [One](one.md)\n  - [Two](two.md)\n');
    await writeFile(join(book, 'one.md'), '# One\n');
    await writeFile(join(book, 'two.md'), '# Two\n');
    const imported = await run('content:import', '--space', space, '--path', book);
    expect(imported.code).toBe(0);
    expect(JSON.parse(imported.stdout)).toEqual({ revision: expect.any(String), importedResources: 2, totalResources: 2 });
    expect(imported.stderr).toMatch(/2 of 2/);
    const { token } = await user('reader@example.com', 'read');
    const tree = await fetch(`${service.url}/v1/spaces/${space}/content/pages`, { headers: { authorization: `Bearer ${token}` } });
    expect(await tree.json()).toMatchObject({ pages: [{ title: 'One', pages: [{ title: 'Two' }] }] });
  });

  it.each([
    ['an unknown command', ['org:destroy'], 'org:destroy'],
    ['a missing option', ['org:create'], '--title'],
    ['an unknown option', ['org:create', '--title', 'Third', '--color', 'red'], '--color'],
    ['a title that is too short', ['org:create', '--title', 'x'], '2 to 255'],
    ['a title that is too long', ['space:create', '--org', '$org', '--title', 'x'.repeat(51)], 'at most 50'],
    ['an organization that is not there', ['user:create', '--org', 'none', '--email', 'a@b.c', '--name', 'A', '--role', 'read'], 'none'],
    ['an address that is none', ['user:create', '--org', '$org', '--email', 'nobody', '--name', 'A', '--role', 'read'], 'e-mail'],
    ['a role that is none', ['user:create', '--org', '$org', '--email', 'a@b.c', '--name', 'A', '--role', 'owner'], 'admin, guest'],
    ['a role that can not be granted', ['grant', '--user', 'admin@example.com', '--space', '$space', '--role', 'guest'], 'read, comment'],
    ['two grantees', ['grant', '--user', 'a', '--team', 'b', '--space', '$space', '--role', 'read'], '--team'],
    ['no grantee', ['grant', '--space', '$space', '--role', 'read'], '--user or --team'],
    ['no target', ['grant', '--user', 'admin@example.com', '--role', 'read'], '--space or --collection'],
    ['a grantee from outside', ['grant', '--user', 'outside@example.com', '--space', '$space', '--role', 'read'], 'no user of the organization'],
    ['a time that is none', ['token:create', '--user', 'admin@example.com', '--expires', 'tomorrow'], '2030-01-31'],
    ['a day that is none', ['token:create', '--user', 'admin@example.com', '--expires', '2030-02-31'], '2030-01-31'],
    ['a time that is over', ['token:create', '--user', 'admin@example.com', '--expires', '2020-01-01'], 'future'],
    ['a token that is not there', ['token:revoke', '--token', 'dsp_none'], 'no such token'],
    ['a space that is not there', ['content:import', '--space', 'none', '--path', '/'], 'none'],
    ['a count that is none', ['audit:list', '--limit', 'all'], 'whole number'],
    ['a folder that is not there', ['content:import', '--space', '$space', '--path', '/nowhere/at/all'], '/nowhere/at/all'],
  ])('refuses %s in one line', async (_, parameters, told) => {
    const { code, stdout, stderr } = await run(...parameters.map((text) => (text === '$org' ? organization : text === '$space' ? space : text)));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n').length).toBe(1);
    expect(stderr).toContain(told);
  });

  it('helps', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const command of ['org:create', 'user:create', 'token:create', 'token:revoke', 'grant', 'space:create', 'content:import']) expect(stdout).toContain(command);
  });
});

describe('on the embedded PostgreSQL', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  it('works before the service first starts, while it runs, and after it', async () => {
    const settings = { DATA_DIR: folder.path };
    expect(await cli(['org:create'], settings)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^.*--title.*\n$/) });
    const made = await answerOf(cli(['org:create', '--title', 'Early'], settings));
    const service = await startService(settings);
    const { token, user } = await answerOf(cli(['user:create', '--org', made.organization.id, '--email', 'early@example.com', '--name', 'Early', '--role', 'admin'], settings));
    const headers = { authorization: `Bearer ${String(token)}` };
    const path = `/v1/orgs/${String(made.organization.id)}`;
    expect((await fetch(service.url + path, { headers })).status).toBe(200);
    await pause(50);
    expect((await service.stop()).code).toBe(0);

    const { token: later } = await answerOf(cli(['token:create', '--user', user.id], settings));
    const again = await startService(settings);
    expect((await fetch(again.url + path, { headers: { authorization: `Bearer ${String(later)}` } })).status).toBe(200);
    expect((await again.stop()).code).toBe(0);
  });
});

/** The JSON on standard output: nothing else may be there. */
async function answerOf(ended: Promise<Ended>): Promise<Json> {
  const { code, stdout, stderr } = await ended;
  if (code !== 0) throw new Error(`The command ended with ${String(code)}: ${stderr}`);
  return JSON.parse(stdout);
}
