import { reaches } from '../../src/kernel/permissions/role.js';
import { TranslationsService } from '../../src/modules/translations/translations.service.js';
import { tryOrganizationTable } from './organization-table.js';
import { TRANSLATION_AUTHORIZATION, type TranslationRow, type TranslationStage } from './translation-authorization.js';

tryOrganizationTable<TranslationStage, TranslationRow>({
  rows: TRANSLATION_AUTHORIZATION,
  makeStage: async ({ service, organizationId }) => ({ organizationId, translationSettingsId: (await service.app.get(TranslationsService).make(organizationId, { title: 'Docs' })).id }),
  partsOf: ({ on }) => (on === 'settings' ? ['translationSettingsId'] : []),
  may: ({ permission }, role) => reaches(role, permission === 'view' ? 'read' : 'create'),
  sees: ({ on }, role) => on === 'organization' || reaches(role, 'read'),
  told: async ({ permission }, role, { organizationId, translationSettingsId }, { service, tokenOf }) => {
    const { body } = await service.as(tokenOf(role)).get(`/v1/orgs/${organizationId}/translations/${translationSettingsId}`);
    return body.permissions?.[permission] ?? false;
  },
});
