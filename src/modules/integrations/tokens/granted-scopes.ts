import type { IntegrationScope } from '../integration-values.js';

interface Scoped {
  readonly scopes: readonly IntegrationScope[];
}

/** What was agreed to when the integration was installed, as far as the integration still asks for it. */
export function grantedScopes(installation: Scoped, integration: Scoped): IntegrationScope[] {
  return installation.scopes.filter((scope) => integration.scopes.includes(scope));
}
