import { FlowValue } from '../flow/flow-value.js';
import { isId } from '../ids/id.js';
import { shownPath } from '../logging/shown-path.js';

/** `operator`: by a command; `service`: by itself, as at its first start; `nobody`: without a token, as in a sign-in. */
export type CallerKind = 'user' | 'installation' | 'visit' | 'operator' | 'job' | 'service' | 'nobody';

/** What is known of an act from the start. */
export interface ActFacts {
  readonly caller: CallerKind;
  readonly userId?: string;
  readonly tokenId?: string;
  readonly installationId?: string;
  /** Of the contract; the name of a command or a kind of job. */
  readonly operation: string;
  readonly organizationId?: string;
  /** What it is about: ids by the names of the parameters that gave them. */
  readonly targets?: Readonly<Record<string, string>>;
  /** Whether what its transaction answers is what it made. */
  readonly creates?: boolean;
  readonly address?: string;
  readonly requestId?: string;
  readonly userAgent?: string;
}

/** What is learned on the way; what is told first counts. */
export type NotedFacts = Partial<Pick<ActFacts, 'userId' | 'operation' | 'organizationId' | 'targets'>> & { readonly made?: string };

/** A row of the audit log, by its columns. */
export type AuditRow = Readonly<Record<string, unknown>>;

const LONGEST_NAME = 200;
const LONGEST_AGENT = 256;

/** Something that somebody has the service do: whatever it writes is told in the audit log. */
export class Act {
  private noted: NotedFacts = {};

  /** @param known asked when something is written: much of a request is known by then only */
  constructor(private readonly known: () => ActFacts) {}

  note(facts: NotedFacts): void {
    this.noted = { ...facts, ...this.noted, targets: { ...facts.targets, ...this.noted.targets } };
  }

  /** @param result what the transaction answered */
  row(outcome: 'done' | 'refused', result?: unknown): AuditRow {
    const { noted } = this;
    const known = this.known();
    const targets = Object.entries({ ...noted.targets, ...known.targets }).map(([name, id]) => [name, told(id, LONGEST_NAME)] as const);
    return {
      outcome,
      caller: known.caller,
      user_id: known.userId ?? noted.userId,
      token_id: known.tokenId,
      installation_id: known.installationId,
      operation: noted.operation ?? known.operation,
      organization_id: told(known.organizationId ?? noted.organizationId, LONGEST_NAME),
      targets: Object.fromEntries(targets),
      made: noted.made ?? (known.creates === true ? idOf(result) : undefined),
      address: told(known.address, LONGEST_NAME),
      request_id: known.requestId,
      user_agent: told(known.userAgent, LONGEST_AGENT),
    };
  }
}

const acts = new FlowValue<Act>();

/** What is under way in the current flow; undefined for reads. */
export function currentAct(): Act | undefined {
  return acts.get();
}

/** Whatever `work` writes is written by this act. */
export function runAct<Result>(act: Act, work: () => Result): Result {
  return acts.run(act, work);
}

/** Tells the audit log more of what is under way; without effect where nothing is. */
export function noteAct(facts: NotedFacts): void {
  acts.get()?.note(facts);
}

function idOf(result: unknown): string | undefined {
  if (typeof result === 'string') return isId(result) ? result : undefined;
  return typeof result === 'object' && result !== null && 'id' in result && typeof result.id === 'string' ? result.id : undefined;
}

/** What callers sent, as the log may keep it: short, without secrets, and text for PostgreSQL. */
function told(text: string | undefined, longest: number): string | undefined {
  return text === undefined ? undefined : shownPath(text).replaceAll('\0', '').slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
