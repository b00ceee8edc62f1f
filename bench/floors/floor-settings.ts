/** What a floor server is told by its environment. */
export interface FloorSettings {
  port: number;
  databaseUrl: string;
  token: string;
}

export function readFloorSettings(environment: Readonly<Record<string, string | undefined>> = process.env): FloorSettings {
  const read = (name: string): string => {
    const value = environment[name];
    if (value === undefined) throw new Error(`The benchmark starts this server: ${name} is missing.`);
    return value;
  };
  return { port: Number(read('PORT')), databaseUrl: read('DATABASE_URL'), token: read('TOKEN') };
}
