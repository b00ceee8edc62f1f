import type { Command } from 'commander';
import type { OperatorCommands } from './operator-commands.js';
import type { Surroundings } from './surroundings.js';

type Action<Options> = (options: Options, command: Command) => Promise<void>;
type Work<Options, Result> = (commands: OperatorCommands, options: Options) => Promise<Result>;

/** Makes the actions of commands. */
export interface CommandRunner {
  readonly surroundings: Surroundings;
  /** Does the work with the application's services. */
  run<Options extends object>(work: Work<Options, void>): Action<Options>;
  /** Does the work, and prints its answer as JSON. */
  answer<Options extends object>(work: Work<Options, unknown>): Action<Options>;
}

export function commandRunner(surroundings: Surroundings): CommandRunner {
  const run =
    <Options extends object>(work: Work<Options, void>): Action<Options> =>
    async (options, command) => {
      // Loaded only now: help and wrong parameters needn't wait for the whole service.
      const [{ withCommands }, { commandAct }] = await Promise.all([import('./with-commands.js'), import('./command-act.js')]);
      await withCommands(surroundings, commandAct(command.name(), options), (commands) => work(commands, options));
    };
  const answer = <Options extends object>(work: Work<Options, unknown>): Action<Options> =>
    run(async (commands, options) => {
      surroundings.stdout.write(`${JSON.stringify(await work(commands, options), null, 2)}\n`);
    });
  return { surroundings, run, answer };
}
