import type { TranslationAbilities } from '../../src/modules/translations/translation-settings.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on; new for each request. */
export interface TranslationStage {
  organizationId: string;
  translationSettingsId: string;
}

/** Who may use an operation on translation settings: the role in the organization decides. */
export interface TranslationRow {
  readonly operationId: string;
  readonly on: 'organization' | 'settings';
  readonly permission: keyof TranslationAbilities;
  readonly call: (stage: TranslationStage) => Call;
}

const all = ({ organizationId }: TranslationStage): string => `/v1/orgs/${organizationId}/translations`;
const one = (stage: TranslationStage): string => `${all(stage)}/${stage.translationSettingsId}`;

export const TRANSLATION_AUTHORIZATION: readonly TranslationRow[] = [
  { operationId: 'listTranslations', on: 'organization', permission: 'view', call: (stage) => ({ path: all(stage) }) },
  { operationId: 'createTranslation', on: 'organization', permission: 'edit', call: (stage) => ({ path: all(stage), body: { title: 'New' } }) },
  { operationId: 'getTranslation', on: 'settings', permission: 'view', call: (stage) => ({ path: one(stage) }) },
  { operationId: 'updateTranslation', on: 'settings', permission: 'edit', call: (stage) => ({ path: one(stage), body: { title: 'New' } }) },
  { operationId: 'deleteTranslation', on: 'settings', permission: 'edit', call: (stage) => ({ path: one(stage) }) },
];
