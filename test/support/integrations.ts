import { newId } from '../../src/kernel/ids/id.js';
import type { PublishIntegrationDto } from '../../src/modules/integrations/dto/publish-integration.dto.js';
import type { IntegrationEntity } from '../../src/modules/integrations/integration.entity.js';
import { IntegrationStore } from '../../src/modules/integrations/integration-store.js';
import type { TestApp } from './test-app.js';

export interface IntegrationOptions extends Partial<Omit<PublishIntegrationDto, 'organization'>> {
  organizationId?: string;
  name?: string;
}

/** What a publication needs at least, besides its organization. */
export const PUBLICATION = { title: 'Test integration', description: 'For tests', script: 'export default {};' } as const;

/** Publishes an integration, as its owner would; a missing owner is made along. */
export async function publishIntegration(service: TestApp, { organizationId, name = `test-${newId()}`, ...body }: IntegrationOptions = {}): Promise<IntegrationEntity> {
  const owner = organizationId ?? (await service.make.organization()).id;
  return service.app.get(IntegrationStore).publish(owner, name, { ...PUBLICATION, ...body });
}
