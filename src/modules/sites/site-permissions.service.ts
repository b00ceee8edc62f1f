import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import { readUserRoles, type UserRole } from '../access/user-roles.js';
import { UserPresenter } from '../identity/user.presenter.js';
import type { UserSitePermissionDto } from './dto/site-permission.dto.js';
import { SiteAccess } from './site.access.js';

/**
 * SQL: the members of the organization $2 who reach the site $1 or one of its spaces, with the highest role that they
 * have there: that in the organization, what is granted on a space or above it, or a space's fixed default level,
 * which isn't for guests. Of equal roles that in the organization counts, then that of the first space.
 */
const REACHING = `
  WITH shown AS (
    SELECT t.id, t.ancestors, t.default_fixed, t.default_level
    FROM targets t WHERE NOT t.trashed AND t.id IN (SELECT space_id FROM site_spaces WHERE site_id = $1)
  ), granted AS (
    SELECT g.user_id, shown.id, g.role FROM shown JOIN grants g ON g.target_id = ANY (shown.ancestors) WHERE g.user_id IS NOT NULL
    UNION ALL
    SELECT t.user_id, shown.id, g.role FROM shown JOIN grants g ON g.target_id = ANY (shown.ancestors)
    JOIN team_members t ON t.organization_id = $2 AND t.team_id = g.team_id
  ), best AS (
    SELECT DISTINCT ON (user_id) user_id, id, role FROM granted ORDER BY user_id, role DESC, id
  ), fixed AS (
    SELECT id, default_level AS role FROM shown WHERE default_fixed AND default_level IS NOT NULL ORDER BY default_level DESC, id LIMIT 1
  ), matching AS (
    SELECT DISTINCT ON (user_id) user_id, role, space_id FROM (
      SELECT m.user_id, m.role, NULL AS space_id FROM members m WHERE m.organization_id = $2 AND NOT m.disabled AND m.role IS NOT NULL
      UNION ALL
      SELECT m.user_id, best.role, best.id FROM members m JOIN best ON best.user_id = m.user_id WHERE m.organization_id = $2 AND NOT m.disabled
      UNION ALL
      SELECT m.user_id, fixed.role, fixed.id FROM members m CROSS JOIN fixed WHERE m.organization_id = $2 AND NOT m.disabled AND m.role IS NOT NULL
    ) AS way ORDER BY user_id, role DESC, space_id NULLS FIRST
  )`;

interface Row extends UserRole {
  /** That gives the role; null: the organization does. */
  readonly space_id: string | null;
}

/** Who reaches sites. */
@Injectable()
export class SitePermissionsService {
  constructor(
    private readonly db: Database,
    private readonly access: SiteAccess,
    private readonly users: UserPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, siteId: string, query: PageQuery): Promise<Page<UserSitePermissionDto>> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return readUserRoles<Row, UserSitePermissionDto>(this.db, this.cursors, query, {
      scope: cursorScope('site-permissions', { site: site.id }),
      matching: REACHING,
      values: [site.id, organizationId],
      present: ({ user, role, space_id: space }) => ({
        permission: role,
        user: this.users.present(user),
        origin: space === null ? { type: 'organization', organization: organizationId } : { type: 'space', space },
      }),
    });
  }
}
