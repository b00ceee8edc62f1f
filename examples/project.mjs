// The whole life of a documentation project over HTTP, with the client that people have for the interface.
// Two people take part, each with a token of their own:
//
//   DOCSPINE_URL=http://localhost:3000 OWNER_TOKEN=… REVIEWER_TOKEN=… node examples/project.mjs

import process from 'node:process';
import { ContentType, GitBookAPI } from '@gitbook/api';

const { DOCSPINE_URL: endpoint = 'http://localhost:3000', OWNER_TOKEN, REVIEWER_TOKEN } = process.env;
const owner = new GitBookAPI({ endpoint, authToken: OWNER_TOKEN });
const reviewer = new GitBookAPI({ endpoint, authToken: REVIEWER_TOKEN });

/** For the operations that this version of the client has no method for. */
async function post(client, path, body) {
  const { data } = await client.request({ method: 'POST', path, body, secure: true, type: ContentType.Json, format: 'json' });
  return data;
}

function tell(what, thing) {
  console.log(`${what}: ${thing}`);
}

// An organization with its people: one by e-mail, one by a link.
const organization = await post(owner, '/orgs', { title: 'Lighthouse' });
await owner.orgs.updateOrganizationById(organization.id, { inviteLinks: true });
await owner.orgs.inviteUsersToOrganization(organization.id, { emails: ['writer@example.com'], role: 'edit' });
const { data: invite } = await owner.orgs.createOrganizationInvite(organization.id, { role: 'review' });
await reviewer.orgs.joinOrganizationWithInvite(organization.id, invite.id);
const { data: members } = await owner.orgs.listMembersInOrganizationById(organization.id);
tell('Organization', `${organization.id} with ${members.count} members`);

// A space, and a change request that fills it: ten pages, with a picture on the first.
const { data: space } = await owner.orgs.createSpace(organization.id, { title: 'Handbook' });
const { data: draft } = await owner.spaces.createChangeRequest(space.id, { subject: 'Write the handbook' });
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const chapters = ['Welcome', 'Install', 'First steps', 'Spaces', 'Pages', 'Reviews', 'Sites', 'Search', 'Backups', 'Questions'];
const pages = chapters.map((title, index) => ({
  operation: 'insert_page',
  ref: `chapter-${index}`,
  title,
  document: { markdown: `${index === 0 ? '![The lamp](./lamp.png)\n\nStart with [the setup](./chapter-1.md).' : `What to know about ${title.toLowerCase()}.`}\n` },
}));
const picture = { operation: 'insert_files', files: [{ name: 'lamp.png', ref: 'lamp.png', contentType: 'image/png', base64: PIXEL }] };
await post(owner, `/spaces/${space.id}/change-requests/${draft.id}/content`, { changes: [picture, ...pages] });
await owner.spaces.updateChangeRequestById(space.id, draft.id, { status: 'open' });
tell('Change request', `#${draft.number} with ${pages.length} pages`);

// The reviewer is asked for a review, reads, has a question and gets an answer, and approves; the owner merges.
const { data: me } = await reviewer.user.getAuthenticatedUser();
await owner.spaces.requestReviewersForChangeRequest(space.id, draft.id, { users: [me.id] });
const { data: written } = await reviewer.spaces.listPagesInChangeRequest(space.id, draft.id);
const { data: question } = await reviewer.spaces.postCommentInChangeRequest(space.id, draft.id, {
  page: written.pages[0].id,
  body: { markdown: 'Is this **the** lamp?' },
});
await owner.spaces.postCommentReplyInChangeRequest(space.id, draft.id, question.id, { body: { markdown: 'It is.' } });
await owner.spaces.updateCommentInChangeRequest(space.id, draft.id, question.id, { resolved: true });
const { data: review } = await reviewer.spaces.submitChangeRequestReview(space.id, draft.id, { status: 'approved' });
tell('Review', review.status);
const { data: merged } = await owner.spaces.mergeChangeRequest(space.id, draft.id);
tell('Merged', merged.result);

// A site that shows the space, live for everybody.
const { data: site } = await owner.orgs.createSite(organization.id, { title: 'Lighthouse docs', visibility: 'public', spaces: [space.id] });
const { data: live } = await owner.orgs.publishSite(organization.id, site.id);
const { data: profile } = await reviewer.orgs.getPublishedContentSite(organization.id, site.id);
tell('Published', `${live.urls.published} with ${profile.structure.structure.length} section`);

// What readers find.
const { data: found } = await reviewer.orgs.searchSiteContent(organization.id, site.id, { query: 'backups', scope: { mode: 'all' } });
tell('Found', found.items.flatMap((inSpace) => inSpace.pages.map(({ title }) => title)).join(', '));
