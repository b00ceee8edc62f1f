import { Presets, SingleBar } from 'cli-progress';
import type { ImportProgress } from '../modules/content/import/imported-content.js';

export interface ShownProgress {
  report: ImportProgress;
  end(): void;
}

/** How often a plain line is written, in steps. */
const PLAIN_EVERY = 25;

/** Where progress is shown; standard error is one. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A bar on a terminal, plain lines elsewhere. */
export function showProgress(stream: ProgressStream): ShownProgress {
  return stream.isTTY === true ? bar(stream) : plainLines(stream);
}

function bar(stream: ProgressStream): ShownProgress {
  const shown = new SingleBar({ stream, format: '{bar} {value}/{total} {resource}', hideCursor: true, clearOnComplete: false }, Presets.shades_classic);
  let started = false;
  return {
    report: (done, total, resource) => {
      if (!started) shown.start(total, done, { resource });
      started = true;
      shown.setTotal(total);
      shown.update(done, { resource });
    },
    end: () => {
      if (started) shown.stop();
    },
  };
}

function plainLines(stream: ProgressStream): ShownProgress {
  return {
    report: (done, total, resource) => {
      if (done % PLAIN_EVERY === 0 || done === total) stream.write(`${String(done)} of ${String(total)}: ${resource}\n`);
    },
    end: () => undefined,
  };
}
