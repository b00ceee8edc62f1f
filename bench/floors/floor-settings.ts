/** What a floor server is told by its environment. */
export interface FloorSettings {
  port: number;
  databaseUrl: string;
  token: string;
}

export function readFloorSettings(): FloorSettings {
  return { port: Number(readSetting('PORT')), databaseUrl: readSetting('DATABASE_URL'), token: readSetting('TOKEN') };
}

/** @throws Error when it is missing */
export function readSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`The benchmark starts this server: ${name} is missing.`);
  return value;
}
