/** One operation of the interface, as clients rely on it. */
export interface ContractOperation {
  readonly section: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly operationId: string;
  /** The one code of success. */
  readonly success: 200 | 201 | 204 | 205;
  /** Media type of what success answers; JSON unless given. */
  readonly media?: 'application/zip';
  /** Every query parameter, in any order. */
  readonly query?: Readonly<Record<string, ContractParameter>>;
  /** Every field of the body; absent for operations without a body. */
  readonly body?: Readonly<Record<string, ContractField>>;
  readonly deprecated?: true;
}

export interface ContractParameter {
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly required?: true;
  readonly default?: string | number | boolean;
  readonly enum?: readonly string[];
  /** Of a number. */
  readonly maximum?: number;
  /** Of a text. */
  readonly maxLength?: number;
}

export interface ContractField {
  /** Absent for unions, whose branches are the business of their own tests. */
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly required?: true;
  readonly nullable?: true;
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** What every list takes. */
export const PAGING = {
  page: { type: 'string' },
  limit: { type: 'integer', default: 50, maximum: 1000 },
} as const satisfies Record<string, ContractParameter>;
