import { type Command, CommanderError } from 'commander';
import { commandLine, ToldFault } from './command-line.js';
import type { Surroundings } from './surroundings.js';

/** Runs the command that the parameters name. @returns the exit code */
export async function runCommand(parameters: readonly string[], surroundings: Surroundings): Promise<number> {
  const program = commandLine(surroundings);
  try {
    await program.parseAsync(parameters, { from: 'user' });
    return 0;
  } catch (error) {
    return report(error, program, surroundings);
  }
}

/** One clear line for people; the exit code. */
async function report(error: unknown, program: Command, { stderr }: Surroundings): Promise<number> {
  if (error instanceof ToldFault) return 1;
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const isHelp = error.code === 'commander.help';
    stderr.write(isHelp ? program.helpInformation() : `${error.message.replace(/^error: /, '')}\n`);
    return 1;
  }
  const { startFault } = await import('../kernel/errors/start-fault.js');
  stderr.write(`${startFault(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  return 1;
}
