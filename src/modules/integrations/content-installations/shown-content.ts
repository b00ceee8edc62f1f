import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { SlotResolver } from '../../../kernel/permissions/slots.js';
import { EffectiveRoles } from '../../access/effective-roles.js';
import { admittedCondition } from '../../members/admission.js';
import type { SiteDto } from '../../sites/dto/site.dto.js';
import { type ReadSite, SITE_COLUMNS } from '../../sites/read-site.js';
import { SitePresenter } from '../../sites/site.presenter.js';
import type { SpaceDto } from '../../spaces/dto/space.dto.js';
import { findPlacedSpaces } from '../../spaces/placed-space.js';
import { SpacePresenter } from '../../spaces/space.presenter.js';

/** Spaces by their ids, to callers who see them. */
@Injectable()
export class ShownSpaces extends SlotResolver<string, SpaceDto | undefined> {
  constructor(
    private readonly db: Database,
    private readonly roles: EffectiveRoles,
    private readonly presenter: SpacePresenter,
  ) {
    super();
  }

  override async resolve(actor: Actor, ids: readonly string[]): Promise<(SpaceDto | undefined)[]> {
    const standings = await this.roles.load(actor, ids);
    const seen = [...standings.values()].filter(({ role, barred }) => role !== null && !barred).map(({ targetId }) => targetId);
    const spaces = new Map((await findPlacedSpaces(this.db, seen)).map((space) => [space.id, space]));
    return ids.map((id) => {
      const space = spaces.get(id);
      return space === undefined ? undefined : this.presenter.present(space);
    });
  }
}

/** Sites by their ids, to callers who see them. */
@Injectable()
export class ShownSites extends SlotResolver<string, SiteDto | undefined> {
  constructor(
    private readonly db: Database,
    private readonly presenter: SitePresenter,
  ) {
    super();
  }

  override async resolve({ userId, onlyOrganizationId }: Actor, ids: readonly string[]): Promise<(SiteDto | undefined)[]> {
    const rows = await this.db.query<ReadSite>(
      `SELECT ${SITE_COLUMNS} FROM sites s JOIN organizations o ON o.id = s.organization_id
       JOIN members m ON m.organization_id = o.id AND m.user_id = $1 AND m.role IS NOT NULL AND ${admittedCondition('o', 'm', '$3')}
       WHERE s.id = ANY ($2)`,
      [userId, ids, onlyOrganizationId ?? null],
    );
    const sites = new Map(rows.map((site) => [site.id, this.presenter.present(site)]));
    return ids.map((id) => sites.get(id));
  }
}
