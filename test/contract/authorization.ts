import type { SpaceAbilities } from '../../src/modules/spaces/space.policy.js';
import type { Role } from '../../src/kernel/permissions/role.js';

/** What the requests of the table act on: one space with a page and a file in it. */
export interface Stage {
  spaceId: string;
  pageId: string;
  pagePath: string;
  revisionId: string;
  fileId: string;
  /** An address with a document to import. */
  documentUrl: string;
}

export interface Call {
  path: string;
  body?: object;
}

/** Who may use one operation. */
export interface AuthorizationRow {
  readonly operationId: string;
  /** What the caller needs a role on. */
  readonly on: 'space';
  /** The lowest role that may. */
  readonly needs: Role;
  /** The `permissions` boolean that tells the same. */
  readonly permission: keyof SpaceAbilities;
  readonly call: (stage: Stage) => Call;
}

const view = { on: 'space', needs: 'read', permission: 'view' } as const;
const edit = { on: 'space', needs: 'edit', permission: 'edit' } as const;

/** Every operation has exactly one row. */
export const AUTHORIZATION: readonly AuthorizationRow[] = [
  { operationId: 'searchSpaceContent', ...view, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/search?query=word` }) },
  { operationId: 'getCurrentRevision', ...view, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/content` }) },
  {
    operationId: 'importContent',
    ...edit,
    call: ({ spaceId, documentUrl }) => ({ path: `/v1/spaces/${spaceId}/content/import`, body: { url: documentUrl, source: 'markdown' } }),
  },
  { operationId: 'listPages', ...view, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/content/pages` }) },
  { operationId: 'listFiles', ...view, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/content/files` }) },
  { operationId: 'getFileById', ...view, call: ({ spaceId, fileId }) => ({ path: `/v1/spaces/${spaceId}/content/files/${fileId}` }) },
  { operationId: 'listSpaceFileBacklinks', ...view, call: ({ spaceId, fileId }) => ({ path: `/v1/spaces/${spaceId}/content/files/${fileId}/backlinks` }) },
  { operationId: 'getPageById', ...view, call: ({ spaceId, pageId }) => ({ path: `/v1/spaces/${spaceId}/content/page/${pageId}` }) },
  { operationId: 'listPageLinksInSpace', ...view, call: ({ spaceId, pageId }) => ({ path: `/v1/spaces/${spaceId}/content/page/${pageId}/links` }) },
  { operationId: 'getPageByPath', ...view, call: ({ spaceId, pagePath }) => ({ path: `/v1/spaces/${spaceId}/content/path/${pagePath}` }) },
  { operationId: 'getRevisionById', ...view, call: ({ spaceId, revisionId }) => ({ path: `/v1/spaces/${spaceId}/revisions/${revisionId}` }) },
  { operationId: 'getRevisionSemanticChanges', ...view, call: ({ spaceId, revisionId }) => ({ path: `/v1/spaces/${spaceId}/revisions/${revisionId}/changes` }) },
  { operationId: 'listSpaceLinks', ...view, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/links` }) },
  { operationId: 'exportContent', ...view, call: ({ spaceId }) => ({ path: `/v1/spaces/${spaceId}/content/export` }) },
  { operationId: 'listSpacePageBacklinks', ...view, call: ({ spaceId, pageId }) => ({ path: `/v1/spaces/${spaceId}/content/page/${pageId}/backlinks` }) },
];

/** Paths that answer without a token. */
export const PUBLIC_PATHS: readonly RegExp[] = [/^\/(?:healthz|readyz|metrics)$/, /^\/docs(?:$|[-/])/, /^\/files\//, /^\/openapi\//, /^\/saml\//, /^\/pdfs\//, /^\/integrations\//];
