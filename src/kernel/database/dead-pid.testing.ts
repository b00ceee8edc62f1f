import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** An id that no process has: the one of a process that has ended. */
export async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}
