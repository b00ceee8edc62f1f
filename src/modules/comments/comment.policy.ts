import { reaches, type Role } from '../../kernel/permissions/role.js';

/** What a caller may do with a comment or a reply. */
export interface CommentAbilities {
  view: boolean;
  /** Also resolving a comment and opening it again. */
  edit: boolean;
  delete: boolean;
  /** Also reacting. */
  reply: boolean;
}

/** From the caller's effective role on the space; authors keep their comments only while they may comment. */
export function commentAbilities(role: Role | null, isAuthor: boolean): CommentAbilities {
  const comments = reaches(role, 'comment');
  const keeps = reaches(role, 'review') || (isAuthor && comments);
  return { view: reaches(role, 'read'), edit: keeps, delete: keeps, reply: comments };
}
