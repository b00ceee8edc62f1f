import { describe, expect, it } from '@jest/globals';
import { Act, type ActFacts, noteAct, runAct } from './act.js';
import { commitWith } from './audit-statements.js';

const row = (facts: Partial<ActFacts>, result?: unknown): Readonly<Record<string, unknown>> => new Act(() => ({ caller: 'user', operation: 'doIt', ...facts })).row('done', result);

describe('Act', () => {
  it('cuts tokens, share keys, length and what PostgreSQL takes for no text', () => {
    const { targets, address, user_agent: agent } = row({ targets: { userId: 'dsp_abc', page: `a\0b${'x'.repeat(300)}` }, address: 'dsk_key', userAgent: `${'x'.repeat(255)}😀` });
    expect(targets).toEqual({ userId: 'dsp_…', page: `ab${'x'.repeat(198)}` });
    expect([address, agent]).toEqual(['dsk_…', 'x'.repeat(255)]);
  });

  it('tells what its transaction answered as made, where it makes something', () => {
    const answers = [{ id: 'a1' }, 'a1', 'no id', { title: 'none' }, undefined];
    expect(answers.map((answer) => row({ creates: true }, answer)['made'])).toEqual(['a1', 'a1', undefined, undefined, undefined]);
    expect(row({}, { id: 'a1' })['made']).toBeUndefined();
  });

  it('takes what is told first of what is learned on the way, and never against what was known', () => {
    const act = new Act(() => ({ caller: 'operator', operation: 'grant', targets: { userId: 'known' } }));
    runAct(act, () => {
      noteAct({ organizationId: 'first', targets: { userId: 'learned', teamId: 'team' } });
      noteAct({ organizationId: 'second', made: 'it' });
    });
    noteAct({ userId: 'outside of any act' });
    expect(act.row('done')).toMatchObject({ organization_id: 'first', made: 'it', targets: { userId: 'known', teamId: 'team' }, user_id: undefined });
  });
});

describe('commitWith', () => {
  it('keeps quotes and backslashes inside its text', () => {
    const text = commitWith(row({ userAgent: "'; DROP TABLE users; -- \\'", targets: { page: "'" } }));
    expect(text).toContain(String.raw`E'''; DROP TABLE users; -- \\'''); COMMIT`);
    expect(text).toContain(`'{"page":"''"}'`);
  });
});
