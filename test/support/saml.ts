import { newId } from '../../src/kernel/ids/id.js';
import { SamlProviderEntity } from '../../src/modules/saml/saml-provider.entity.js';
import type { TestApp } from './test-app.js';

/** A provider with nothing but a label, unless more is given; its id. */
export async function makeProvider({ make }: TestApp, organizationId: string, parts: Partial<Omit<SamlProviderEntity, 'id' | 'organizationId'>> = {}): Promise<string> {
  const id = newId();
  const provider = { id, organizationId, label: 'Test provider', entityID: null, ssoURL: null, certificate: null, defaultRole: null, defaultTeamId: null, createdAt: new Date(), ...parts };
  await make.db.repo(SamlProviderEntity).insert(provider);
  return id;
}
