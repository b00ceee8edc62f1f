import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

/** A file from one revision number of a line to the one before another. Its bytes lie in the object storage under their hash. */
@Entity('file_versions')
export class FileVersionEntity {
  @PrimaryColumn('text', { name: 'space_id' })
  spaceId: string;

  @PrimaryColumn('text')
  line: string;

  @PrimaryColumn('text', { name: 'file_id' })
  fileId: string;

  @PrimaryColumn('integer')
  since: number;

  @Column('integer', { nullable: true })
  until: number | null;

  @Column('text')
  name: string;

  @Column('text', { name: 'content_type' })
  contentType: string;

  /** Bytes; PostgreSQL's bigint comes as text. */
  @Column('bigint')
  size: string;

  @Column('integer', { nullable: true })
  width: number | null;

  @Column('integer', { nullable: true })
  height: number | null;

  /** SHA-256 of the bytes, in hexadecimal. */
  @Column('text')
  hash: string;

  @Column('text', { name: 'git_path', nullable: true })
  gitPath: string | null;

  @Column('text', { name: 'git_oid', nullable: true })
  gitOid: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
