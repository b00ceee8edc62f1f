import { code, codeBlock, paragraphs, sentences, table } from './markdown.js';
import { fieldsOf, listOf, type Place, type Resolve, textOf } from './place.js';
import { SchemaWriter } from './schemas.js';

/** An operation as it stands in a spec. */
export interface FoundOperation<Document> {
  readonly kind: 'operation' | 'webhook';
  readonly method: string;
  readonly path: string;
  readonly operation: Place<Document>;
  /** What all operations of the path share: each holds what is nearer than the one before. */
  readonly items: readonly Place<Document>[];
}

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
  ['formData', 'Form fields'],
] as const;

const MOST_EXAMPLE = 5_000;

/** Writes what one operation takes and answers. */
export class OperationWriter<Document> {
  private readonly schemas: SchemaWriter<Document>;

  constructor(private readonly resolve: Resolve<Document>) {
    this.schemas = new SchemaWriter(resolve);
  }

  write({ method, path, operation, items }: FoundOperation<Document>): string {
    const fields = fieldsOf(operation.value);
    const parameters = this.parametersOf([...items, operation]);
    return paragraphs([
      codeBlock('http', `${method.toUpperCase()} ${textOf(path) ?? ''}`),
      fields['deprecated'] === true ? '**Deprecated**' : undefined,
      textOf(fields['description']),
      ...PLACES.flatMap(([place, title]) => this.parameters(title, parameters.filter(({ value }) => fieldsOf(value)['in'] === place))),
      ...this.body(operation, parameters),
      ...this.responses(operation),
    ]);
  }

  private at({ document }: Place<Document>, value: unknown): Place<Document> {
    return this.resolve({ document, value });
  }

  /** Those of the path, too, where the operation has none of the same name and place. */
  private parametersOf(holders: readonly Place<Document>[]): Place<Document>[] {
    const found = new Map<string, Place<Document>>();
    for (const holder of holders) {
      for (const parameter of listOf(fieldsOf(holder.value)['parameters'])) {
        const resolved = this.at(holder, parameter);
        const { name, in: place } = fieldsOf(resolved.value);
        found.set(JSON.stringify([name, place]), resolved);
      }
    }
    return [...found.values()];
  }

  private parameters(title: string, parameters: readonly Place<Document>[]): (string | undefined)[] {
    const rows = parameters.map((parameter) => {
      const fields = fieldsOf(parameter.value);
      const schema = { document: parameter.document, value: fields['schema'] ?? this.schemaOfContent(parameter) ?? fields };
      const description = textOf(fields['description']);
      const rest = this.schemas.describe({ document: schema.document, value: { ...fieldsOf(this.resolve(schema).value), description: undefined } });
      return [code(textOf(fields['name']) ?? '?'), `${this.schemas.type(schema)}${fields['required'] === true ? ', required' : ''}`, sentences([description, rest])];
    });
    const shown = table(['Name', 'Type', 'Description'], rows);
    return shown === undefined ? [] : [`## ${title}`, shown];
  }

  /** Of a parameter that is JSON in itself, for example. */
  private schemaOfContent({ document, value }: Place<Document>): unknown {
    const [media] = Object.values(fieldsOf(fieldsOf(value)['content']));
    return fieldsOf(this.resolve({ document, value: media }).value)['schema'];
  }

  private body(operation: Place<Document>, parameters: readonly Place<Document>[]): (string | undefined)[] {
    const body = this.at(operation, fieldsOf(operation.value)['requestBody']);
    const { content, description } = fieldsOf(body.value);
    if (content !== undefined) return ['## Request body', textOf(description), ...this.content(body, content)];
    // Swagger 2.0 has the body among the parameters.
    const old = parameters.find(({ value }) => fieldsOf(value)['in'] === 'body');
    if (old === undefined) return [];
    const fields = fieldsOf(old.value);
    return ['## Request body', textOf(fields['description']), ...this.schema({ document: old.document, value: fields['schema'] })];
  }

  private responses(operation: Place<Document>): (string | undefined)[] {
    const responses = this.at(operation, fieldsOf(operation.value)['responses']);
    const entries = Object.entries(fieldsOf(responses.value)).filter(([status]) => !status.startsWith('x-'));
    if (entries.length === 0) return [];
    const shown = entries.flatMap(([status, value]) => {
      const response = this.at(responses, value);
      const { description, content, schema } = fieldsOf(response.value);
      const body = content === undefined ? (schema === undefined ? [] : this.schema({ document: response.document, value: schema })) : this.content(response, content);
      return [`### ${textOf(status) ?? '?'}`, textOf(description), ...body];
    });
    return ['## Responses', ...shown];
  }

  private content(holder: Place<Document>, content: unknown): (string | undefined)[] {
    return Object.entries(fieldsOf(content)).flatMap(([mediaType, value]) => {
      const media = this.at(holder, value);
      const { schema, example, examples } = fieldsOf(media.value);
      const [named] = Object.values(fieldsOf(examples));
      return [code(textOf(mediaType) ?? '?'), ...this.schema({ document: media.document, value: schema }), this.example(example ?? fieldsOf(this.at(media, named).value)['value'])];
    });
  }

  private schema(place: Place<Document>): (string | undefined)[] {
    if (place.value === undefined) return [];
    return [`Type: ${this.schemas.type(place)}`, this.schemas.properties(place)];
  }

  private example(example: unknown): string | undefined {
    if (example === undefined) return undefined;
    const text = textOf(JSON.stringify(example, null, 2));
    return text === undefined || text.length > MOST_EXAMPLE ? undefined : codeBlock('json', text);
  }
}
