import { reaches, type Role } from '../../kernel/permissions/role.js';
import type { OperationsOf } from '../../kernel/permissions/token-reach.js';

/** What a caller may do with an OpenAPI spec. */
export interface OpenApiSpecAbilities {
  view: boolean;
  /** Set its source, delete it. */
  edit: boolean;
}

/** From the caller's role in the organization; null: guests and outsiders. */
export function openApiSpecAbilities(role: Role | null): OpenApiSpecAbilities {
  return { view: reaches(role, 'read'), edit: reaches(role, 'create') };
}

/** The operation that stands for each ability: a token of an installation that may not use it lacks the ability. */
export const OPENAPI_SPEC_OPERATIONS: OperationsOf<OpenApiSpecAbilities> = {
  view: 'getOpenAPISpecBySlug',
  edit: 'createOrUpdateOpenAPISpecBySlug',
};
