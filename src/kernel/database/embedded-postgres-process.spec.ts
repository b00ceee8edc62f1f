import { describe, expect, it } from '@jest/globals';
import { deadPid } from './dead-pid.testing.js';
import { inspectProcess, inspectWithPs } from './embedded-postgres-process.js';

describe('processes', () => {
  it('are seen alike through /proc and through ps', async () => {
    const facts = await inspectWithPs(process.pid);
    expect(facts?.commandLine).toContain('node');
    expect(facts?.startedAt).toMatch(/ \d\d:\d\d:\d\d \d{4}$/);
    expect((await inspectProcess(process.pid))?.commandLine).toBe(facts?.commandLine);
    const dead = await deadPid();
    expect(await inspectWithPs(dead)).toBeUndefined();
    expect(await inspectProcess(dead)).toBeUndefined();
  });
});
