import { type PublishedDocument, resolveSchema, type Schema } from '../../support/openapi.js';
import type { Dice } from './dice.js';
import type { KnownIds } from './known-ids.js';

/** Values for the fields of a request: mostly what the schema takes, now and then anything else. */
export class FuzzValues {
  constructor(
    private readonly dice: Dice,
    private readonly document: PublishedDocument,
    private readonly ids: KnownIds,
  ) {}

  /** @param name of the field, by which ids are told */
  of(published: Schema, name: string, depth = 0): unknown {
    const schema = resolveSchema(this.document, published);
    if (this.dice.once(20)) return this.anything();
    const [...alternatives] = schema.oneOf ?? schema.anyOf ?? [];
    const alternative = this.dice.pick(alternatives);
    if (alternative !== undefined) return this.of(alternative, name, depth + 1);
    if (schema.nullable === true && this.dice.once(8)) return null;
    if (schema.enum !== undefined) return this.dice.pick(schema.enum);
    switch (schema.type) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        return Array.from({ length: this.dice.number(4) }, () => this.of(schema.items ?? {}, name, depth + 1));
      case 'boolean':
        return this.dice.once(2);
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'string':
        return this.text(schema, name);
      default:
        return this.anything();
    }
  }

  private object(schema: Schema, depth: number): Record<string, unknown> {
    const fields = Object.entries(schema.properties ?? {}).filter(([name]) => (schema.required?.includes(name) === true ? !this.dice.once(25) : depth < 6 && this.dice.once(2)));
    const extra = this.dice.once(30) ? [[this.dice.pick(['id', '__proto__', 'constructor', 'organization', 'role', 'unknown']), this.anything()]] : [];
    return Object.fromEntries([...fields.map(([name, field]) => [name, this.of(field, name, depth + 1)]), ...extra]);
  }

  private number({ minimum = 0, maximum = 1_000 }: Schema): number {
    return this.dice.pick([minimum, maximum, minimum + this.dice.number(Math.max(1, Math.min(maximum - minimum, 1_000))), minimum - 1, maximum + 1, 0.5, -1, 2 ** 31, 2 ** 53, 1e300]);
  }

  private text(schema: Schema, name: string): string {
    if (schema.format === 'uri') return this.dice.pick(['http://127.0.0.1:9/document', 'https://example.invalid/', 'http://[::1]:9/', 'http://127.0.0.1:9/a%00b']);
    if (schema.format === 'date-time') return this.dice.pick(['2030-01-01T00:00:00Z', '2020-02-30T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z']);
    if (schema.format === 'email') return this.dice.pick(['somebody@example.com', 'a@b', 'ß@example.com', `${'a'.repeat(64)}@example.com`]);
    const most = Math.min(schema.maxLength ?? 200, 5_000);
    const choices = [() => this.ids.inField(this.dice, name), () => this.ids.inField(this.dice, name), () => 'word', () => this.dice.text(), () => 'x'.repeat(most), () => '# Title\n\n[a](b) ![c](d.png)\n\n* one\n* two\n', () => 'a/b/../c', () => ''] as const;
    return this.dice.pick(choices)();
  }

  /** What no schema asks for. */
  private anything(): unknown {
    const nested = (levels: number): unknown => (levels === 0 ? this.dice.text() : { nested: [nested(levels - 1)] });
    return this.dice.pick([null, true, 0, -1, 1e308, '', 'NaN', '\0', '\ud800', 'a\u202eb', this.dice.text(), 'y'.repeat(70_000), [], {}, [[]], [null], { toString: 1 }, nested(5), nested(40), nested(400), Array.from({ length: 300 }, () => 'z')]);
  }
}
