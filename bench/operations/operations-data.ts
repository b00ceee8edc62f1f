import { ChangeRequestBranch } from '../../src/modules/change-requests/change-request-branch.js';
import { ChangeRequestsService } from '../../src/modules/change-requests/change-requests.service.js';
import { ContentWriter } from '../../src/modules/content/store/content-writer.js';
import { UsersService } from '../../src/modules/identity/users.service.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { SpaceStore } from '../../src/modules/spaces/space-store.js';
import { insertComments } from '../commenting.js';
import { sampleMarkdown, samplePages } from '../sample-pages.js';
import type { SampleSpace, Workbench } from '../workbench.js';

/** About four kilobytes. */
export const PARTS = 13;
export const WORD = 'quokka';
/** One page of so many has the word: fifty of a thousand. */
const EVERY = 20;

/** A space for the writes of one server. */
export interface WrittenSpace extends SampleSpace {
  /** Of change requests, one for each connection. */
  drafts: readonly string[];
  /** Of change requests that each change a page of its own. */
  toMerge: string[];
}

export interface DataSize {
  members: number;
  spaces: number;
  pages: number;
  comments: number;
}

/** Fills the organization; a space of pages and comments that all servers read. */
export async function makeReadSpace(bench: Workbench, { members, spaces, pages, comments }: DataSize): Promise<SampleSpace> {
  const { app, organizationId } = bench;
  for (let count = 1; count < members; count += 1) {
    const user = await app.get(UsersService).ensure(`member-${String(count)}@example.com`, `Member ${String(count)}`);
    await app.get(MembersService).join(organizationId, user.id, 'edit');
  }
  for (let count = 1; count < spaces; count += 1) await app.get(SpaceStore).create({ organizationId, title: `Space ${String(count)}` });
  const space = await makeSpace(bench, pages);
  const [first = '', ...others] = space.pageIds;
  await insertComments(bench, space.id, comments, first, others);
  return space;
}

export async function makeWrittenSpace(bench: Workbench, pages: number, drafts: number, merges: number): Promise<WrittenSpace> {
  const space = await makeSpace(bench, pages);
  const toMerge: string[] = [];
  for (let place = 0; place < merges; place += 1) {
    const id = await makeDraft(bench, space.id);
    const pageId = space.pageIds[place % pages] ?? '';
    const edit = { pageUpdates: [{ pageId, markdown: sampleMarkdown(place, PARTS, place + 1) }] };
    await bench.app.get(ContentWriter).commit(bench.app.get(ChangeRequestBranch).of(space.id, id), edit, { createdBy: null });
    toMerge.push(id);
  }
  const made: string[] = [];
  for (let count = 0; count < drafts; count += 1) made.push(await makeDraft(bench, space.id));
  return { ...space, drafts: made, toMerge };
}

/** A space of pages, some of which have the word. */
export async function makeSpace(bench: Workbench, pages: number): Promise<SampleSpace> {
  const { id } = await bench.space();
  const newPages = samplePages(pages, PARTS).map((page, index) => (index % EVERY === 0 ? { ...page, markdown: `${page.markdown ?? ''}\nA ${WORD}.\n` } : page));
  await bench.commit(id, { newPages });
  return { id, pageIds: newPages.map(({ pageId }) => pageId) };
}

async function makeDraft({ app }: Workbench, spaceId: string): Promise<string> {
  return (await app.get(ChangeRequestsService).make({ spaceId, createdBy: null })).id;
}
