import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakClient } from './client.js';
import { type History, type Json, lineFaults, type Register, registerFault, wholeFault } from './history.js';

/** Jobs that failed are tried again after pauses that grow, and get only what processor the rest of the machine leaves. */
const LONGEST_REST = 180_000;

/** Waits until jobs have read every spec. @throws Error when none is read for long, with what the queue holds */
export async function settle(admin: SoakClient, organizationId: string, queue: () => Promise<object[]>): Promise<void> {
  let [left, end] = [Infinity, 0];
  while (left > 0) {
    const { items } = await admin.read(`/v1/orgs/${organizationId}/openapi?limit=1000`);
    const pending = (items as Json[]).filter(({ processingState }) => processingState !== 'complete');
    if (pending.length < left) end = Date.now() + LONGEST_REST;
    left = pending.length;
    if (Date.now() > end) throw new Error(`${String(left)} specs are not read: ${JSON.stringify(pending[0])}. The queue holds ${JSON.stringify(await queue())}.`);
    await sleep(250);
  }
}

/** What is not there, or only half. */
export async function lost(admin: SoakClient, history: History): Promise<string[]> {
  const faults: (string | undefined)[] = [];
  for (const register of history.registers) faults.push(registerFault(register, textAt(register, await admin.read(register.path))));
  const titles = new Map<string, ReadonlySet<string>>();
  for (const whole of history.wholes) {
    const space = whole.path.slice(0, whole.path.indexOf('/change-requests'));
    const pages = titles.get(space) ?? new Set(titlesIn((await admin.read(`${space}/content/pages`)).pages));
    titles.set(space, pages);
    faults.push(wholeFault(whole, (await admin.read(whole.path)).status, pages));
  }
  for (const page of new Set(history.lines.map(({ path }) => path))) {
    faults.push(...lineFaults(history.lines.filter(({ path }) => path === page), String((await admin.read(page)).markdown)));
  }
  return faults.filter((fault) => fault !== undefined);
}

function titlesIn(pages: readonly Json[]): string[] {
  return pages.flatMap(({ title, pages: below }) => [String(title), ...titlesIn(below ?? [])]);
}

function textAt({ field }: Register, body: Json): string | undefined {
  const value: unknown = field.reduce((part: Json, name) => part?.[name], body);
  return typeof value === 'string' ? value.trim() : undefined;
}
