import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hosts have no case, and sites are found by theirs in small letters; the paths of proxies are left as they are. */
export class ProxiesInSmallLetters1790000032001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE sites SET proxy = lower(split_part(proxy, '/', 1)) || substr(proxy, strpos(proxy, '/'))
      WHERE split_part(proxy, '/', 1) <> lower(split_part(proxy, '/', 1))
    `);
  }

  /** How they were written is nowhere. */
  async down(): Promise<void> {}
}
