/** An answer written out ahead: what never changes is presented once and sent as it stands. */
export class WrittenAnswer {
  constructor(
    /** JSON text; or its bytes, which cost less to send again and again the longer they are. */
    readonly json: string | Uint8Array,
    /** Strong entity tag with its quotes: changes whenever anything that the answer depends on changes. Lists have none. */
    readonly entityTag?: string,
  ) {}
}

/** In characters. */
const LONG = 65_536;

/** A long text as bytes: of a text Node would keep three copies while the answer waits to be read. */
export function asSent(json: string): string | Uint8Array {
  return json.length > LONG ? Buffer.from(json) : json;
}

/** An answer that is tagged by what it says: for reads whose parts depend on the caller. */
export class TaggedAnswer {
  constructor(readonly body: object) {}
}

const locations = new WeakMap<object, string>();

/** Names the `Location` of a 201 answer that doesn't tell it by its own `urls.location`. */
export function withLocation<Answer extends object>(answer: Answer, location: string): Answer {
  locations.set(answer, location);
  return answer;
}

/** Where the thing is that a 201 answer tells of. */
export function locationOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const named = locations.get(answer);
  if (named !== undefined) return named;
  if (!('urls' in answer) || typeof answer.urls !== 'object' || answer.urls === null || !('location' in answer.urls)) return undefined;
  return typeof answer.urls.location === 'string' ? answer.urls.location : undefined;
}
