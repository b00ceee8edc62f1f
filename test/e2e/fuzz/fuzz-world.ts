import { ROLES } from '../../../src/kernel/permissions/role.js';
import { everythingIn } from '../../support/everything.js';
import type { TestApp } from '../../support/test-app.js';

export interface FuzzCaller {
  name: string;
  token: string | undefined;
}

/** An organization with one of everything. */
export interface FuzzWorld {
  ids: Readonly<Record<string, string>>;
  administrator: FuzzCaller;
  /** One of each role, a guest, one who is a guest here and an administrator of another organization, and one whose token has expired. */
  others: readonly FuzzCaller[];
  /** Texts that nobody else may ever see. */
  secrets: readonly string[];
}

/** @param title of all that has one, and part of all texts */
export async function makeWorld(service: TestApp, title: string): Promise<FuzzWorld> {
  const { id: organizationId } = await service.make.organization(title);
  const admin = await service.make.user({ organizationId, role: 'admin' });
  const space = await service.make.space({ organizationId, title });
  const ids = await everythingIn(service, space, { title, visibility: 'share-link' });
  const others: FuzzCaller[] = [];
  for (const role of [...ROLES, null]) others.push({ name: role ?? 'guest', ...(await service.make.user({ organizationId, role })) });
  const both = await service.make.user({ organizationId: (await service.make.organization()).id, role: 'admin' });
  await service.make.join(organizationId, both.id, null);
  const expired = await service.make.user({ organizationId, role: 'admin' });
  await service.make.db.query("UPDATE api_tokens SET expires_at = now() - interval '1 hour' WHERE user_id = $1", [expired.id]);
  others.push({ name: 'guest_and_administrator_elsewhere', ...both }, { name: 'expired', ...expired });
  const keys = await service.make.db.query<{ key: string }>(
    'SELECT key FROM site_share_links WHERE site_id = $1 UNION ALL SELECT visitor_key FROM sites WHERE id = $1',
    [ids['siteId']],
  );
  const secrets = [title, admin.token, ...others.flatMap(({ token }) => token ?? []), ...keys.map(({ key }) => key)];
  return { ids, administrator: { name: 'administrator', token: admin.token }, others, secrets };
}
