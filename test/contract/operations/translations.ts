import { type ContractOperation, PAGING } from './operation.js';

const section = 'Translations';

const PREFIX = '/v1/orgs/{organizationId}/translations';
const ONE = `${PREFIX}/{translationSettingsId}`;
const BODY = { title: { type: 'string', required: true, minLength: 1, maxLength: 100 }, languages: { type: 'array' } } as const;

export const TRANSLATIONS: readonly ContractOperation[] = [
  { section, method: 'GET', path: PREFIX, operationId: 'listTranslations', success: 200, query: PAGING },
  { section, method: 'POST', path: PREFIX, operationId: 'createTranslation', success: 201, body: BODY },
  { section, method: 'GET', path: ONE, operationId: 'getTranslation', success: 200 },
  { section, method: 'PUT', path: ONE, operationId: 'updateTranslation', success: 200, body: BODY },
  { section, method: 'DELETE', path: ONE, operationId: 'deleteTranslation', success: 205 },
];
