import { makeChangeRequest } from './change-requests.js';
import type { Answer, Client, Json } from './client.js';
import type { TestApp } from './test-app.js';

/** A change request of somebody who may edit. */
export interface EditStage {
  organizationId: string;
  spaceId: string;
  one: string;
  own: string;
  as: Client;
  /** Three pages, the second with a child. */
  first: string;
  second: string;
  child: string;
  third: string;
  edit: (...changes: object[]) => Promise<Answer>;
}

export async function makeEditStage(service: TestApp): Promise<EditStage> {
  const { space, member } = await service.make.spaceWithMember('edit');
  const { id: spaceId, organizationId } = space;
  const first = await service.make.page(spaceId, { title: 'First', markdown: 'first\n' });
  const second = await service.make.page(spaceId, { title: 'Second' });
  const child = await service.make.page(spaceId, { title: 'Child', parentId: second, markdown: 'child\n' });
  const third = await service.make.page(spaceId, { title: 'Third' });
  const one = `/v1/spaces/${spaceId}/change-requests/${await makeChangeRequest(service, spaceId)}`;
  const own = `${one}/content`;
  const as = service.as(member.token);
  return { organizationId, spaceId, one, own, as, first, second, child, third, edit: (...changes) => as.post(`${own}?compat=false`, { changes }) };
}

/** Paths of the pages, in order. */
export async function pathsOf({ as, own }: EditStage): Promise<string[]> {
  const flat = (pages: Json[]): string[] => pages.flatMap((page) => [String(page.path), ...flat(page.pages)]);
  return flat((await as.get(`${own}/pages`)).body.pages);
}

export const insert = (title: string, rest: object = {}): object => ({ operation: 'insert_page', document: {}, title, ...rest });
