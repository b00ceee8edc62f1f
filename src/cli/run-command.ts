import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ROLES, type Role } from '../kernel/permissions/role.js';
import type { AuditOptions } from './audit-commands.js';
import type { OperatorCommands } from './operator-commands.js';
import type { ProgressStream } from './progress.js';

const MEMBER_ROLES = [...ROLES, 'guest'] as const;
type MemberRole = (typeof MEMBER_ROLES)[number];

function readMemberRole(text: string): MemberRole {
  return readChoice(text, MEMBER_ROLES);
}

function readRole(text: string): Role {
  return readChoice(text, ROLES);
}

function readChoice<Value extends string>(text: string, values: readonly Value[]): Value {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
  return value;
}

/** The options with the role as the service has it. An option of Commander can't hold null. */
function withRole<Options extends { role: MemberRole }>(options: Options): Omit<Options, 'role'> & { role: Role | null } {
  return { ...options, role: options.role === 'guest' ? null : options.role };
}

function readCount(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count === 0) throw new InvalidArgumentError('It must be a whole number from 1 to 999999999.');
  return count;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A date or a time, ISO 8601. */
function readTime(text: string): Date {
  const time = ISO_TIME.test(text) && isDay(text.slice(0, 10)) ? new Date(text) : new Date(NaN);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('It must be a date or a time such as 2030-01-31 or 2030-01-31T12:00:00Z.');
  return time;
}

/** Whether the calendar has it: the platform takes February 31st for March 3rd. */
function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** Where a command runs: its settings (default: those of the process), and where its answer and all else go. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: ProgressStream;
}

/** The answer itself tells what is wrong. */
class ToldFault extends Error {}

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

type Action<Options> = (options: Options, command: Command) => Promise<void>;

function commandLine(surroundings: Surroundings): Command {
  const runs =
    <Options extends object>(work: (commands: OperatorCommands, options: Options) => Promise<void>): Action<Options> =>
    async (options, command) => {
      // Loaded only now: help and wrong parameters needn't wait for the whole service.
      const [{ withCommands }, { commandAct }] = await Promise.all([import('./with-commands.js'), import('./command-act.js')]);
      await withCommands(surroundings, commandAct(command.name(), options), (commands) => work(commands, options));
    };

  /** Runs one command and prints its answer as JSON. */
  const answers = <Options extends object>(work: (commands: OperatorCommands, options: Options) => Promise<unknown>): Action<Options> =>
    runs(async (commands, options) => {
      surroundings.stdout.write(`${JSON.stringify(await work(commands, options), null, 2)}\n`);
    });

  const program = new Command('docspine')
    .description('Operates a Docspine installation: works on its database, whether the service runs or not.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => surroundings.stdout.write(text), writeErr: () => undefined })
    .showHelpAfterError(false);

  program
    .command('org:create')
    .description('make an organization without members')
    .requiredOption('--title <title>', '2 to 255 characters')
    .action(answers((commands, options: { title: string }) => commands.createOrganization(options)));

  program
    .command('user:create')
    .description('make a user who joins the organization, with a token; an existing e-mail address joins as the same user, with another token')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--name <name>', 'name to show')
    .requiredOption('--role <role>', `one of ${MEMBER_ROLES.join(', ')}`, readMemberRole)
    .action(answers((commands, options: { org: string; email: string; name: string; role: MemberRole }) => commands.createUser(withRole(options))));

  program
    .command('member:disable')
    .description("turn a user's membership off: it stays, but gives nothing; the last admin can't be disabled")
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--user <user>', 'id or e-mail address of the user')
    .action(answers((commands, options: { org: string; user: string }) => commands.setMemberDisabled({ ...options, disabled: true })));

  program
    .command('member:enable')
    .description("turn a user's membership on again")
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--user <user>', 'id or e-mail address of the user')
    .action(answers((commands, options: { org: string; user: string }) => commands.setMemberDisabled({ ...options, disabled: false })));

  program
    .command('invite:create')
    .description('make an invitation by link to an organization')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--role <role>', `one of ${MEMBER_ROLES.join(', ')}`, readMemberRole)
    .action(answers((commands, options: { org: string; role: MemberRole }) => commands.createInvite(withRole(options))));

  program
    .command('token:create')
    .description('make an access token; it is shown once')
    .requiredOption('--user <user>', 'id or e-mail address of the user')
    .option('--expires <time>', 'when it ends, such as 2030-01-31', readTime)
    .action(answers((commands, options: { user: string; expires?: Date }) => commands.createToken(options)));

  program
    .command('token:revoke')
    .description('end an access token at once')
    .requiredOption('--token <token>', 'the token, or its id')
    .action(answers((commands, options: { token: string }) => commands.revokeToken(options)));

  program
    .command('grant')
    .description('give a role on a space or collection to a user or team')
    .addOption(new Option('--user <user>', 'id or e-mail address of the user').conflicts('team'))
    .option('--team <team>', 'id of the team')
    .addOption(new Option('--space <space>', 'id of the space').conflicts('collection'))
    .option('--collection <collection>', 'id of the collection')
    .requiredOption('--role <role>', `one of ${ROLES.join(', ')}`, readRole)
    .action(
      answers((commands, options: { user?: string; team?: string; space?: string; collection?: string; role: Role }) => commands.grant(options)),
    );

  program
    .command('collection:create')
    .description('make an empty collection')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--title <title>', 'at most 50 characters')
    .option('--parent <collection>', 'id of the collection to put it in')
    .action(answers((commands, options: { org: string; title: string; parent?: string }) => commands.createCollection(options)));

  program
    .command('space:create')
    .description('make an empty space')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--title <title>', 'at most 50 characters')
    .option('--collection <collection>', 'id of the collection to put it in')
    .action(answers((commands, options: { org: string; title: string; collection?: string }) => commands.createSpace(options)));

  program
    .command('content:import')
    .description('import a folder or a file of this machine into a space: Markdown (with SUMMARY.md as the table of contents), HTML, docx or zip')
    .requiredOption('--space <space>', 'id of the space')
    .requiredOption('--path <path>', 'folder or file')
    .action(answers((commands, options: { space: string; path: string }) => commands.importContent(options, surroundings.stderr)));

  program
    .command('site:publish')
    .description('make a site live for those whom its visibility admits')
    .requiredOption('--site <site>', 'id of the site')
    .option('--hostname <host>', 'host of its own, such as docs.example.com')
    .action(answers((commands, options: { site: string; hostname?: string }) => commands.sites.publish(options)));

  program
    .command('site:unpublish')
    .description('end what site:publish began: only members read the site from then on')
    .requiredOption('--site <site>', 'id of the site')
    .action(answers((commands, options: { site: string }) => commands.sites.unpublish(options)));

  program
    .command('openapi:page')
    .description('add a page to a space that reads as the pages of an OpenAPI spec')
    .requiredOption('--space <space>', 'id of the space')
    .requiredOption('--spec <slug>', 'slug of the spec')
    .option('--title <title>', 'title of the page', 'API reference')
    .option('--no-models', 'without a page of models')
    .action(answers((commands, options: { space: string; spec: string; title: string; models: boolean }) => commands.openApi.addPage(options)));

  program
    .command('audit:list')
    .description('list what was written, by whom and from where, the newest first: one JSON object a line')
    .option('--org <organization>', 'id of the organization')
    .option('--user <user>', 'id or e-mail address of who did it')
    .option('--operation <operation>', 'id of the operation, or name of the command')
    .option('--since <time>', 'not before this, such as 2030-01-31', readTime)
    .option('--until <time>', 'before this', readTime)
    .option('--limit <count>', 'most entries', readCount, 100)
    .action(runs((commands, options: AuditOptions) => commands.audit.list(options, (entry) => surroundings.stdout.write(`${JSON.stringify(entry)}\n`))));

  program
    .command('secrets:rotate')
    .description('encrypt the secrets of integrations and what installations are configured with anew: with ENCRYPTION_KEY, or else with a new key of the database')
    .action(answers((commands) => commands.rotateSecrets()));

  program
    .command('check')
    .description('see whether everything that is stored holds together, and tell what does not; writes nothing, and the service may run')
    .action(async (options: object, command: Command) => {
      let holds = true;
      await answers(async (commands) => {
        const told = await commands.check.run();
        holds = told.violated.length === 0;
        return told;
      })(options, command);
      if (!holds) throw new ToldFault();
    });

  return program;
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
