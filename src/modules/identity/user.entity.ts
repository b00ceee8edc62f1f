import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  email: string;

  /** The address as it is compared; see `emailKey`. */
  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('text', { name: 'display_name' })
  displayName: string;

  @Column('text', { name: 'photo_url', nullable: true })
  photoUrl: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}

/** E-mail addresses are compared without case. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
