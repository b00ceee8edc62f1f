import type { ConfigurationSchema } from '../configuration-schema.js';

export const INSTALLATION_STATUSES = ['active', 'pending', 'paused'] as const;
export type InstallationStatus = (typeof INSTALLATION_STATUSES)[number];

/** Pending until everything is configured that has to be. */
export function installationStatus(schema: ConfigurationSchema | undefined, configured: readonly string[]): InstallationStatus {
  const required = schema !== undefined && 'properties' in schema ? (schema.required ?? []) : [];
  return required.every((name) => configured.includes(name)) ? 'active' : 'pending';
}
