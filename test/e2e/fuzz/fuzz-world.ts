import { ROLES } from '../../../src/kernel/permissions/role.js';
import { everythingIn } from '../../support/everything.js';
import type { TestApp } from '../../support/test-app.js';

/** An organization with one of everything. */
export interface FuzzWorld {
  ids: Readonly<Record<string, string>>;
  /** Tokens: an administrator's first, then one of each role, and a guest's. */
  tokens: readonly [string, ...string[]];
}

/** @param title of all that has one, and part of all texts */
export async function makeWorld(service: TestApp, title: string): Promise<FuzzWorld> {
  const { id: organizationId } = await service.make.organization(title);
  const admin = await service.make.user({ organizationId, role: 'admin' });
  const space = await service.make.space({ organizationId, title });
  const ids = await everythingIn(service, space, { title, visibility: 'share-link' });
  const tokens: string[] = [];
  for (const role of [...ROLES, null]) tokens.push((await service.make.user({ organizationId, role })).token);
  return { ids, tokens: [admin.token, ...tokens] };
}
