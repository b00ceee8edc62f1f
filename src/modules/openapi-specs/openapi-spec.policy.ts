import { reaches, type Role } from '../../kernel/permissions/role.js';

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
