import { reaches, type Role } from '../../kernel/permissions/role.js';

/** What a caller may do with the translation settings of an organization. */
export interface TranslationAbilities {
  view: boolean;
  /** Make, change and delete. */
  edit: boolean;
}

/** @param role in the organization; null: a guest, or nobody of it */
export function translationAbilities(role: Role | null): TranslationAbilities {
  return { view: reaches(role, 'read'), edit: reaches(role, 'create') };
}
