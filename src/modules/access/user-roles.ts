import type { Database } from '../../kernel/database/database.js';
import type { Cursors } from '../../kernel/pagination/cursors.js';
import { behindCondition, type KeysetColumn, keysetOrder } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import type { Role } from '../../kernel/permissions/role.js';
import { presentedUser } from '../identity/presented-user.js';
import type { PresentedUser } from '../identity/user.presenter.js';

/** A user, and the role that they have in what is asked about. */
export interface UserRole {
  readonly user: PresentedUser;
  readonly role: Role;
}

export interface UserRoles<Row extends UserRole, Item> {
  /** What the cursors belong to, as `cursorScope` tells it. */
  readonly scope: string;
  /** SQL that begins with `WITH` and defines the table `matching`: in each row a `user_id`, the `role`, and whatever else a `Row` has. */
  readonly matching: string;
  readonly values: readonly unknown[];
  readonly present: (row: Row) => Item;
}

const ORDER: readonly KeysetColumn[] = [{ sql: 'user_id', direction: 'asc' }];

/** A page of users with their roles, by when they became users. */
export function readUserRoles<Row extends UserRole, Item>(db: Database, cursors: Cursors, query: PageQuery, { scope, matching, values, present }: UserRoles<Row, Item>): Promise<Page<Item>> {
  return readPage(cursors, query, {
    scope,
    order: ORDER,
    find: ({ after, limit }) =>
      db.query<Row>(
        `${matching} SELECT matching.*, ${presentedUser('u')} AS "user" FROM matching JOIN users u ON u.id = user_id
         WHERE ${behindCondition(after, ORDER, values.length + 1)} ORDER BY ${keysetOrder(ORDER)} LIMIT ${String(limit)}`,
        [...values, ...after],
      ),
    count: async () => {
      const [row] = await db.query<{ count: number }>(`${matching} SELECT count(*)::integer AS count FROM matching`, values);
      return row?.count ?? 0;
    },
    positionOf: ({ user }) => [user.id],
    present,
  });
}
