import { Command, Option } from 'commander';
import { ROLES, type Role } from '../kernel/permissions/role.js';
import type { AuditOptions } from './audit-commands.js';
import { type CommandRunner, commandRunner } from './command-runner.js';
import { MEMBER_ROLES, type MemberRole, readCount, readMemberRole, readRole, readTime, withRole } from './option-readers.js';
import type { Surroundings } from './surroundings.js';

/** The answer itself tells what is wrong. */
export class ToldFault extends Error {}

/** All commands, with their options and what they do. */
export function commandLine(surroundings: Surroundings): Command {
  const program = new Command('docspine')
    .description('Operates a Docspine installation: works on its database, whether the service runs or not.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => surroundings.stdout.write(text), writeErr: () => undefined })
    .showHelpAfterError(false);
  const runner = commandRunner(surroundings);
  addPeople(program, runner);
  addRights(program, runner);
  addContent(program, runner);
  addSites(program, runner);
  addUpkeep(program, runner);
  return program;
}

/** Organizations, and who is in them. */
function addPeople(program: Command, { answer }: CommandRunner): void {
  program
    .command('org:create')
    .description('make an organization without members')
    .requiredOption('--title <title>', '2 to 255 characters')
    .action(answer((commands, options: { title: string }) => commands.organizations.create(options)));

  program
    .command('user:create')
    .description('make a user who joins the organization, with a token; an existing e-mail address joins as the same user, with another token')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--name <name>', 'name to show')
    .requiredOption('--role <role>', `one of ${MEMBER_ROLES.join(', ')}`, readMemberRole)
    .action(answer((commands, options: { org: string; email: string; name: string; role: MemberRole }) => commands.people.createUser(withRole(options))));

  program
    .command('member:disable')
    .description("turn a user's membership off: it stays, but gives nothing; the last admin can't be disabled")
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--user <user>', 'id or e-mail address of the user')
    .action(answer((commands, options: { org: string; user: string }) => commands.people.setMemberDisabled({ ...options, disabled: true })));

  program
    .command('member:enable')
    .description("turn a user's membership on again")
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--user <user>', 'id or e-mail address of the user')
    .action(answer((commands, options: { org: string; user: string }) => commands.people.setMemberDisabled({ ...options, disabled: false })));

  program
    .command('invite:create')
    .description('make an invitation by link to an organization')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--role <role>', `one of ${MEMBER_ROLES.join(', ')}`, readMemberRole)
    .action(answer((commands, options: { org: string; role: MemberRole }) => commands.organizations.createInvite(withRole(options))));
}

/** What people may do, and by which tokens. */
function addRights(program: Command, { answer }: CommandRunner): void {
  program
    .command('token:create')
    .description('make an access token; it is shown once')
    .requiredOption('--user <user>', 'id or e-mail address of the user')
    .option('--expires <time>', 'when it ends, such as 2030-01-31', readTime)
    .action(answer((commands, options: { user: string; expires?: Date }) => commands.tokens.create(options)));

  program
    .command('token:revoke')
    .description('end an access token at once')
    .requiredOption('--token <token>', 'the token, or its id')
    .action(answer((commands, options: { token: string }) => commands.tokens.revoke(options)));

  program
    .command('grant')
    .description('give a role on a space or collection to a user or team')
    .addOption(new Option('--user <user>', 'id or e-mail address of the user').conflicts('team'))
    .option('--team <team>', 'id of the team')
    .addOption(new Option('--space <space>', 'id of the space').conflicts('collection'))
    .option('--collection <collection>', 'id of the collection')
    .requiredOption('--role <role>', `one of ${ROLES.join(', ')}`, readRole)
    .action(
      answer((commands, options: { user?: string; team?: string; space?: string; collection?: string; role: Role }) => commands.grants.give(options)),
    );
}

/** Collections, spaces and what is in them. */
function addContent(program: Command, { answer, surroundings }: CommandRunner): void {
  program
    .command('collection:create')
    .description('make an empty collection')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--title <title>', 'at most 50 characters')
    .option('--parent <collection>', 'id of the collection to put it in')
    .action(answer((commands, options: { org: string; title: string; parent?: string }) => commands.content.createCollection(options)));

  program
    .command('space:create')
    .description('make an empty space')
    .requiredOption('--org <organization>', 'id of the organization')
    .requiredOption('--title <title>', 'at most 50 characters')
    .option('--collection <collection>', 'id of the collection to put it in')
    .action(answer((commands, options: { org: string; title: string; collection?: string }) => commands.content.createSpace(options)));

  program
    .command('content:import')
    .description('import a folder or a file of this machine into a space: Markdown (with SUMMARY.md as the table of contents), HTML, docx or zip')
    .requiredOption('--space <space>', 'id of the space')
    .requiredOption('--path <path>', 'folder or file')
    .action(answer((commands, options: { space: string; path: string }) => commands.content.import(options, surroundings.stderr)));
}

/** What readers see. */
function addSites(program: Command, { answer }: CommandRunner): void {
  program
    .command('site:publish')
    .description('make a site live for those whom its visibility admits')
    .requiredOption('--site <site>', 'id of the site')
    .option('--hostname <host>', 'host of its own, such as docs.example.com')
    .action(answer((commands, options: { site: string; hostname?: string }) => commands.sites.publish(options)));

  program
    .command('site:unpublish')
    .description('end what site:publish began: only members read the site from then on')
    .requiredOption('--site <site>', 'id of the site')
    .action(answer((commands, options: { site: string }) => commands.sites.unpublish(options)));

  program
    .command('openapi:page')
    .description('add a page to a space that reads as the pages of an OpenAPI spec')
    .requiredOption('--space <space>', 'id of the space')
    .requiredOption('--spec <slug>', 'slug of the spec')
    .option('--title <title>', 'title of the page', 'API reference')
    .option('--no-models', 'without a page of models')
    .action(answer((commands, options: { space: string; spec: string; title: string; models: boolean }) => commands.openApi.addPage(options)));
}

/** The installation itself. */
function addUpkeep(program: Command, { run, answer, surroundings }: CommandRunner): void {
  program
    .command('audit:list')
    .description('list what was written, by whom and from where, the newest first: one JSON object a line')
    .option('--org <organization>', 'id of the organization')
    .option('--user <user>', 'id or e-mail address of who did it')
    .option('--operation <operation>', 'id of the operation, or name of the command')
    .option('--since <time>', 'not before this, such as 2030-01-31', readTime)
    .option('--until <time>', 'before this', readTime)
    .option('--limit <count>', 'most entries', readCount, 100)
    .action(run((commands, options: AuditOptions) => commands.audit.list(options, (entry) => surroundings.stdout.write(`${JSON.stringify(entry)}\n`))));

  program
    .command('secrets:rotate')
    .description('encrypt the secrets of integrations and what installations are configured with anew: with ENCRYPTION_KEY, or else with a new key of the database')
    .action(answer((commands) => commands.upkeep.rotateSecrets()));

  program
    .command('check')
    .description('see whether everything that is stored holds together, and tell what does not; writes nothing, and the service may run')
    .action(async (options: object, command: Command) => {
      let holds = true;
      await answer(async (commands) => {
        const told = await commands.upkeep.check();
        holds = told.violated.length === 0;
        return told;
      })(options, command);
      if (!holds) throw new ToldFault();
    });
}
