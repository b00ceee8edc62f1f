import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { isMigrated, migrate } from '../../src/kernel/database/migrate.js';
import { MIGRATIONS } from '../../src/kernel/database/migrations/index.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.js';

const opened: (DataSource | TestDatabase)[] = [];

afterAll(async () => {
  for (const one of opened.reverse()) await (one instanceof DataSource ? one.destroy() : one.drop());
});

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  opened.push(database);
  return database.url;
}

async function connect(url: string): Promise<DataSource> {
  const dataSource = await new DataSource(dataSourceOptions(url, 3)).initialize();
  opened.push(dataSource);
  return dataSource;
}

/** Everything that migrations make, as PostgreSQL describes it. */
async function schemaOf(dataSource: DataSource): Promise<string[]> {
  const rows: { line: string }[] = await dataSource.query(`
    SELECT 'column ' || table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || coalesce(collation_name, '') AS line
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
    UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('migrations'), 0)
    UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations'
    UNION ALL SELECT 'enum ' || t.typname || ' ' || string_agg(enumlabel, ',' ORDER BY enumsortorder) FROM pg_enum JOIN pg_type t ON t.oid = enumtypid GROUP BY t.typname
    UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'sequence ' || sequencename FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'migrations_id_seq'
    ORDER BY 1`);
  return rows.map(({ line }) => line);
}

describe('migrations', () => {
  it('make the schema, take all of it away again, and make the same once more', async () => {
    const dataSource = await connect(await emptyDatabase());
    expect(await isMigrated(dataSource)).toBe(false);
    await migrate(dataSource);
    expect(await isMigrated(dataSource)).toBe(true);
    const made = await schemaOf(dataSource);
    expect(made.length).toBeGreaterThan(100);
    for (let undone = 0; undone < MIGRATIONS.length; undone += 1) await dataSource.undoLastMigration();
    expect(await schemaOf(dataSource)).toEqual([]);
    await migrate(dataSource);
    expect(await schemaOf(dataSource)).toEqual(made);
  });

  it('run once when several nodes start at the same time', async () => {
    const url = await emptyDatabase();
    const nodes = await Promise.all(Array.from({ length: 4 }, () => connect(url)));
    await Promise.all(nodes.map((node) => migrate(node)));
    const [node] = nodes;
    const ran = await node?.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
    expect(ran?.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  });

  it('are refused on a database that a later version has migrated', async () => {
    const dataSource = await connect(await emptyDatabase());
    await migrate(dataSource);
    await dataSource.query(`INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Later9000000000000')`);
    await expect(migrate(dataSource)).rejects.toThrow(/later version than this one \(.+\): it has the migration Later9000000000000/);
    await dataSource.query(`DELETE FROM migrations WHERE timestamp = 9000000000000`);
    await migrate(dataSource);
  });

  it('bring what the first databases lack', async () => {
    const first = MIGRATIONS.filter(({ name }) => /(?:Foundation|Content|MembersAndInvites|Teams|OrganizationSearch|ChangeRequests|Sites|OpenApiSpecs|Translations)\d+$/.test(name) && !name.startsWith('Shared'));
    const url = await emptyDatabase();
    const before = await new DataSource({ ...dataSourceOptions(url, 1), migrations: first }).initialize();
    await before.runMigrations().finally(() => before.destroy());
    const dataSource = await connect(url);
    await dataSource.query('DROP TABLE openapi_pages; ALTER TABLE page_versions DROP COLUMN computed');
    await migrate(dataSource);
    const fresh = await connect(await emptyDatabase());
    await migrate(fresh);
    expect(await schemaOf(dataSource)).toEqual(await schemaOf(fresh));
  });

  it('change nothing on a database that has them', async () => {
    const url = await emptyDatabase();
    const dataSource = await connect(url);
    await migrate(dataSource);
    await dataSource.query(`INSERT INTO secrets (name, value) VALUES ('kept', 'x')`);
    await migrate(await connect(url));
    expect(await dataSource.query('SELECT name FROM secrets')).toEqual([{ name: 'kept' }]);
  });
});

describe('entities', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    const database = await createTestDatabase();
    opened.push(database);
    dataSource = await connect(database.url);
  });

  it('have the columns of their tables, with the same types and the same nullability', async () => {
    const rows: { table_name: string; column_name: string; data_type: string; is_nullable: string }[] = await dataSource.query(
      `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const inDatabase = rows.map((row) => `${row.table_name}.${row.column_name} ${row.data_type} ${row.is_nullable === 'YES' ? 'nullable' : 'not null'}`);
    const tables = new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName));
    const inEntities = dataSource.entityMetadatas.flatMap(({ tableName, columns }) =>
      columns.map((column) => `${tableName}.${column.databaseName} ${dataType(dataSource, column)} ${column.isNullable ? 'nullable' : 'not null'}`),
    );
    expect(inEntities.sort()).toEqual(inDatabase.filter((line) => tables.has(line.slice(0, line.indexOf('.')))).sort());
  });

  it('have the primary keys of their tables', async () => {
    const rows: { table: string; columns: string[] }[] = await dataSource.query(`
      SELECT conrelid::regclass::text AS table, (SELECT array_agg(attname::text ORDER BY attname) FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
      FROM pg_constraint WHERE contype = 'p' AND connamespace = 'public'::regnamespace`);
    const inDatabase = new Map(rows.map(({ table, columns }) => [table, columns]));
    const inEntities = dataSource.entityMetadatas.map(({ tableName, primaryColumns }) => [tableName, primaryColumns.map((column) => column.databaseName).sort()] as const);
    for (const [table, columns] of inEntities) expect({ table, columns }).toEqual({ table, columns: inDatabase.get(table) });
  });
});

type Column = DataSource['entityMetadatas'][number]['columns'][number];

/** The column's type as `information_schema` names it. */
function dataType(dataSource: DataSource, column: Column): string {
  if (column.isArray) return 'ARRAY';
  const type = dataSource.driver.normalizeType(column);
  return type === 'enum' ? 'USER-DEFINED' : type;
}
