import { createHash } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../src/kernel/ids/id.js';
import { PEOPLE, ROWS, type SampleKind } from './sample-rows.js';

export interface OrganizationSize {
  members: number;
  teams: number;
  collections: number;
  spaces: number;
}

/**
 * An organization of made-up rows, written set by set: through the services so many would take hours. What is
 * looked for, and what the people below are given, is alike in every size.
 */
export class SampleOrganization {
  private constructor(
    readonly id: string,
    readonly size: OrganizationSize,
  ) {}

  static async make(client: pg.Client, size: OrganizationSize): Promise<SampleOrganization> {
    const id = newId();
    const values = { organization: id, ...size };
    await client.query('BEGIN');
    for (const { text, names } of ROWS) await client.query(text, names.map((name) => values[name])); // prettier-ignore
    await client.query('COMMIT');
    return new SampleOrganization(id, size);
  }

  /** From 1 on. */
  idOf(kind: SampleKind, number: number): string {
    const digits = createHash('md5').update(`${this.id}${kind}${String(number)}`).digest('hex').slice(0, 11);
    return `${kind}${String(number).padStart(8, '0')}${digits}`;
  }

  person(name: keyof typeof PEOPLE): string {
    return this.idOf('M', PEOPLE[name]);
  }

  /** Spaces that pages can be put into: most everybody in the organization sees, the last one guests see as well. */
  get searchedSpaces(): string[] {
    return [2, 4, 6, 8, 2 * this.size.collections - 1].map((number) => this.idOf('S', number));
  }
}
