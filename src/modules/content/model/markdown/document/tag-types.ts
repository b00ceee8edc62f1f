export interface TagType {
  /** Type of its block in the document. */
  block: string;
  /** Attributes that are true or false. */
  booleans?: readonly string[];
  /** Tag of the parts that it consists of. */
  part?: string;
}

/** `{% %}` tags whose block has another name, or whose attributes aren't all text. */
export const TAG_TYPES: Readonly<Record<string, TagType>> = {
  code: { block: 'code', booleans: ['lineNumbers', 'fullWidth'] },
  columns: { block: 'columns', part: 'column', booleans: ['fullWidth'] },
  column: { block: 'column' },
  embed: { block: 'embed', booleans: ['fullWidth'] },
  hint: { block: 'hint' },
  openapi: { block: 'openapi-operation' },
  'openapi-schemas': { block: 'openapi-schemas', booleans: ['grouped'] },
  stepper: { block: 'stepper', part: 'step' },
  step: { block: 'stepper-step' },
  tabs: { block: 'tabs', part: 'tab', booleans: ['fullWidth'] },
  tab: { block: 'tabs-item' },
};
