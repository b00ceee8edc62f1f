import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import { badInput } from '../../kernel/validation/faults.js';
import { patch } from '../../kernel/validation/patch.js';
import { shorten } from '../../kernel/validation/text.js';
import type { TeamDto } from './dto/team.dto.js';
import type { CreateTeamDto, UpdateTeamDto } from './dto/team-requests.dto.js';
import { lockMembers, writeChanges } from './team-member-rows.js';
import { insertTeam, writeTitle } from './team-rows.js';
import { TeamAccess } from './team.access.js';
import { TeamEntity } from './team.entity.js';
import { TeamPresenter } from './team.presenter.js';

export interface NewTeam {
  organizationId: string;
  title: string;
  /** Ids of users; each is in the team once, as a member. */
  members?: readonly string[];
}

@Injectable()
export class TeamsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rights: RightsCaches,
    private readonly access: TeamAccess,
    private readonly presenter: TeamPresenter,
  ) {}

  async get(actor: Actor, organizationId: string, teamId: string): Promise<TeamDto> {
    return this.presenter.present(await this.access.load(actor, organizationId, teamId, 'view'));
  }

  async create(actor: Actor, organizationId: string, { title, members }: CreateTeamDto): Promise<TeamDto> {
    await this.access.requireInOrganization(actor, organizationId, 'admin');
    return this.presenter.presentNew(await this.make({ organizationId, title, members }));
  }

  async update(actor: Actor, organizationId: string, teamId: string, dto: UpdateTeamDto): Promise<TeamDto> {
    const team = await this.access.load(actor, organizationId, teamId, 'admin');
    if (patch(team, dto, ['title']).length > 0) {
      await this.db.transaction(async () => {
        if (!(await writeTitle(this.db, team))) throw new NotFoundError(NO_TEAM);
      });
    }
    return this.presenter.present(team);
  }

  async delete(actor: Actor, organizationId: string, teamId: string): Promise<void> {
    const { id } = await this.access.load(actor, organizationId, teamId, 'admin');
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(TeamEntity).delete({ id }), NO_TEAM);
      this.rights.changed();
    });
  }

  /** A new team, without regard to any caller. @throws BadInputError naming who is no member of the organization */
  async make({ organizationId, title, members: names = [] }: NewTeam): Promise<TeamEntity> {
    return this.db.transaction(async () => {
      const idOf = await lockMembers(this.db, organizationId, names);
      const unknown = names.map((name, index) => ({ name, field: `members.${String(index)}` })).filter(({ name }) => idOf(name) !== name);
      if (unknown.length > 0) throw badInput(unknown.map(({ name, field }) => ({ field, message: `${shorten(name)} is no member of the organization` })));
      const added = [...new Set(names)];
      const createdAt = this.clock.now();
      const team = { id: newId(), organizationId, title, createdAt, members: added.length };
      await insertTeam(this.db, team);
      await writeChanges(this.db, team, { added, removed: [], roles: new Map() }, createdAt);
      this.rights.changed();
      return team;
    });
  }
}

const NO_TEAM = 'There is no such team.';
