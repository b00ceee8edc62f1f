/** The role ladder, lowest first; each role includes those below it. */
export const ROLES = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role (null: guest, or none at all) reaches `needed`. */
export function reaches(role: Role | null, needed: Role): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
