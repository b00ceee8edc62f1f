import type { ProgressStream } from './progress.js';

/** Where a command runs: its settings (default: those of the process), and where its answer and all else go. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: ProgressStream;
}
