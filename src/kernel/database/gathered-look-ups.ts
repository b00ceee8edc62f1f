/** What to look a row up by, in a fixed order. */
export type LookUpKey = readonly (string | null)[];

type Rows<Row> = ReadonlyMap<number, Row>;

interface Gathering<Row> {
  /** Place of each key, from 1. */
  readonly places: Map<string, number>;
  readonly keys: LookUpKey[];
  readonly rows: Promise<Rows<Row>>;
}

/**
 * Look-ups that are asked for in one turn of the event loop, as one question: under load most requests come several
 * at a time. It is put after the last of them was asked for, so that each sees all that was there by then.
 */
export class GatheredLookUps<Row> {
  private gathering: Gathering<Row> | undefined;

  /** @param load rows by the places of their keys, from 1 */
  constructor(private readonly load: (keys: readonly LookUpKey[]) => Promise<Rows<Row>>) {}

  async get(key: LookUpKey): Promise<Row | undefined> {
    const { places, keys, rows } = (this.gathering ??= this.gather());
    const text = JSON.stringify(key);
    let place = places.get(text);
    if (place === undefined) {
      place = keys.push(key);
      places.set(text, place);
    }
    return (await rows).get(place);
  }

  private gather(): Gathering<Row> {
    const keys: LookUpKey[] = [];
    const rows = new Promise<Rows<Row>>((resolve) => {
      setImmediate(() => {
        this.gathering = undefined;
        resolve(this.load(keys));
      });
    });
    return { places: new Map(), keys, rows };
  }
}
