import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { isId } from '../../kernel/ids/id.js';
import { patch } from '../../kernel/validation/patch.js';
import type { UserDto } from '../identity/dto/user.dto.js';
import { UserEntity } from '../identity/user.entity.js';
import { UserPresenter } from '../identity/user.presenter.js';
import type { UpdateUserDto } from './dto/update-user.dto.js';
import { admittedCondition } from './admission.js';
import { MemberTexts } from './member-texts.js';

const NO_USER = 'There is no such user.';

/** Users as other users see them: whoever shares an organization does. */
@Injectable()
export class ProfilesService {
  constructor(
    private readonly db: Database,
    private readonly texts: MemberTexts,
    private readonly presenter: UserPresenter,
  ) {}

  async get(actor: Actor, userId: string): Promise<UserDto> {
    return this.presenter.present(await this.load(actor, userId));
  }

  /** @throws ForbiddenError for anybody but oneself */
  async update(actor: Actor, userId: string, { displayName, photoURL }: UpdateUserDto): Promise<UserDto> {
    await this.load(actor, userId);
    if (userId !== actor.userId) throw new ForbiddenError('You lack the right "edit" on this user: everybody changes only their own profile.');
    if (actor.onlyOrganizationId !== undefined) throw new ForbiddenError('This token works in one organization alone, and a profile is shown in all of them. Use a token of your own.');
    if (displayName === undefined && photoURL === undefined) throw new BadInputError('Send displayName or photoURL: nothing would change.');
    const user = await this.db.transaction(async () => {
      const users = this.db.repo(UserEntity);
      // Locked: whoever becomes a member meanwhile waits, and is found by the new name.
      const own = await users.findOneOrFail({ where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      const changed = patch(own, { displayName, photoUrl: photoURL }, ['displayName', 'photoUrl']);
      if (changed.length > 0) await users.update({ id: userId }, { displayName: own.displayName, photoUrl: own.photoUrl });
      if (changed.includes('displayName')) await this.texts.rewrite(userId);
      return own;
    });
    return this.presenter.present(user);
  }

  private async load(actor: Actor, userId: string): Promise<UserEntity> {
    const user = isId(userId) && (await this.sees(actor, userId)) ? await this.db.repo(UserEntity).findOneBy({ id: userId }) : null;
    if (user === null) throw new NotFoundError(NO_USER);
    return user;
  }

  private async sees({ userId: viewerId, onlyOrganizationId }: Actor, userId: string): Promise<boolean> {
    if (viewerId === userId) return true;
    const rows = await this.db.query(
      `SELECT FROM members own JOIN members other ON other.organization_id = own.organization_id AND other.user_id = $2
       JOIN organizations o ON o.id = own.organization_id
       WHERE own.user_id = $1 AND ${admittedCondition('o', 'own', '$3')} LIMIT 1`,
      [viewerId, userId, onlyOrganizationId ?? null],
    );
    return rows.length > 0;
  }
}
