import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { In } from '../../kernel/database/typeorm.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { emailKeys } from './email-keys.js';
import { UserEntity } from './user.entity.js';

/** People, each one once however many organizations they are in. */
@Injectable()
export class UsersService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The user of this address, made when there is none. The name of an existing one stays. */
  async ensure(email: string, displayName: string): Promise<UserEntity> {
    if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) || [...email].length > 320) {
      throw BadInputError.ofField('email', 'must be an e-mail address of at most 320 characters');
    }
    const users = this.db.repo(UserEntity);
    const [emailKey, ...others] = emailKeys(email);
    const known = others.length === 0 ? null : await users.findOneBy({ emailKey: In(others) });
    if (known !== null) return known;
    const user = { id: newId(), email: email.trim(), emailKey, displayName, photoUrl: null, createdAt: this.clock.now() };
    // Of two at the same time one inserts, and both read the same row.
    await users.createQueryBuilder().insert().values(user).orIgnore().execute();
    return users.findOneByOrFail({ emailKey });
  }

  /** @throws NotFoundError */
  async getByIdOrEmail(idOrEmail: string): Promise<UserEntity> {
    const where = idOrEmail.includes('@') ? { emailKey: In(emailKeys(idOrEmail)) } : { id: idOrEmail };
    const user = await this.db.repo(UserEntity).findOneBy(where);
    if (user === null) throw new NotFoundError(`There is no user ${idOrEmail}.`);
    return user;
  }
}
