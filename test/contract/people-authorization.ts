import type { Call } from './authorization.js';

/** What a request of the table acts on; new for each request. */
export interface PeopleStage {
  /** Whom the request is about, who has the token. */
  userId: string;
  tokenId: string;
}

/** How a caller stands to whom the request is about. */
export type Standing = 'self' | 'colleague' | 'guest' | 'disabled colleague' | 'stranger';

export interface PeopleAuthorizationRow {
  readonly operationId: string;
  /** What each caller gets; success unless told. */
  readonly refused?: Readonly<Partial<Record<Standing, 403 | 404>>>;
  readonly call: (stage: PeopleStage) => Call;
}

const ofSelf = { colleague: 404, guest: 404, 'disabled colleague': 404, stranger: 404 } as const;

/** Who may use an operation on users and their tokens. */
export const PEOPLE_AUTHORIZATION: readonly PeopleAuthorizationRow[] = [
  { operationId: 'getApiInformation', call: () => ({ path: '/v1' }) },
  { operationId: 'getAuthenticatedUser', call: () => ({ path: '/v1/user' }) },
  { operationId: 'listAccessTokens', call: () => ({ path: '/v1/user/tokens' }) },
  { operationId: 'createAccessToken', call: () => ({ path: '/v1/user/tokens', body: { label: 'New' } }) },
  { operationId: 'getAccessToken', refused: ofSelf, call: ({ tokenId }) => ({ path: `/v1/user/tokens/${tokenId}` }) },
  { operationId: 'revokeAccessToken', refused: ofSelf, call: ({ tokenId }) => ({ path: `/v1/user/tokens/${tokenId}` }) },
  { operationId: 'getUserById', refused: { 'disabled colleague': 404, stranger: 404 }, call: ({ userId }) => ({ path: `/v1/users/${userId}` }) },
  {
    operationId: 'updateUserById',
    refused: { colleague: 403, guest: 403, 'disabled colleague': 404, stranger: 404 },
    call: ({ userId }) => ({ path: `/v1/users/${userId}`, body: { displayName: 'New' } }),
  },
];
