import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  email: string;

  /** The address as it is compared; see `emailKeys`. */
  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('text', { name: 'display_name' })
  displayName: string;

  @Column('text', { name: 'photo_url', nullable: true })
  photoUrl: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
