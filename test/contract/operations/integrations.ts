import {
  INTEGRATION_CATEGORIES,
  INTEGRATION_RUNTIMES,
  INTEGRATION_SCOPES,
  INTEGRATION_TARGETS,
  INTEGRATION_VISIBILITIES,
} from '../../../src/modules/integrations/integration-values.js';
import { type ContractOperation, PAGING } from './operation.js';

const section = 'Integrations';

const PREFIX = '/v1/integrations';
const ONE = `${PREFIX}/{integrationName}`;

export const INTEGRATIONS: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: PREFIX,
    operationId: 'listIntegrations',
    success: 200,
    query: {
      search: { type: 'string' },
      category: { type: 'string', enum: INTEGRATION_CATEGORIES },
      blockDomain: { type: 'string', maxLength: 100 },
      blocks: { type: 'boolean' },
      contentSources: { type: 'boolean' },
      owner: { type: 'string' },
      scope: { type: 'string', enum: INTEGRATION_SCOPES },
      target: { type: 'string', enum: INTEGRATION_TARGETS },
      ...PAGING,
    },
  },
  { section, method: 'GET', path: ONE, operationId: 'getIntegrationByName', success: 200 },
  {
    section,
    method: 'POST',
    path: ONE,
    operationId: 'publishIntegration',
    success: 200,
    body: {
      runtime: { type: 'string', enum: INTEGRATION_RUNTIMES },
      icon: { type: 'string', format: 'byte' },
      title: { type: 'string', required: true, minLength: 2, maxLength: 30 },
      description: { type: 'string', required: true, maxLength: 100 },
      summary: { type: 'string', maxLength: 2048 },
      previewImages: { type: 'array' },
      visibility: { type: 'string', enum: INTEGRATION_VISIBILITIES },
      target: { type: 'string', enum: INTEGRATION_TARGETS },
      scopes: { type: 'array' },
      categories: { type: 'array' },
      blocks: { type: 'array' },
      contentSources: { type: 'array' },
      externalLinks: { type: 'array' },
      configurations: { type: 'object' },
      script: { type: 'string', required: true, minLength: 1 },
      organization: { type: 'string', required: true, minLength: 1 },
      secrets: { type: 'object' },
      contentSecurityPolicy: { type: 'string' },
    },
  },
  { section, method: 'DELETE', path: ONE, operationId: 'unpublishIntegration', success: 204 },
  { section, method: 'GET', path: `${ONE}/installations`, operationId: 'listIntegrationInstallations', success: 200, query: { externalId: { type: 'string' }, ...PAGING } },
];
