import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';
import type { Language } from './languages.js';

/** What an organization has translated, and into which languages. */
@Entity('translation_settings')
export class TranslationSettingsEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  title: string;

  /** Each once, in the order in which they were given. */
  @Column('text', { array: true })
  languages: Language[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
