import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { fold, grams } from '../../kernel/text/contains.js';

interface Named {
  display_name: string;
  email: string;
}

/** What the filter of the member list looks through: each member's name and e-mail address. */
@Injectable()
export class MemberTexts {
  constructor(private readonly db: Database) {}

  /** Writes the member's text, within the transaction that makes the membership. */
  async write(organizationId: string, userId: string): Promise<void> {
    // Locked, so that a change of the name under way is waited for, and the next one sees the membership.
    const [user] = await this.db.query<Named>('SELECT display_name, email FROM users WHERE id = $1 FOR SHARE', [userId]);
    if (user !== undefined) await this.put(organizationId, userId, user);
  }

  /** Writes the user's text anew in all their organizations. */
  async rewrite(userId: string): Promise<void> {
    const memberships = await this.db.query<Named & { organization_id: string }>(
      'SELECT m.organization_id, u.display_name, u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.user_id = $1 ORDER BY 1',
      [userId],
    );
    for (const membership of memberships) await this.put(membership.organization_id, userId, membership);
  }

  private async put(organizationId: string, userId: string, { display_name, email }: Named): Promise<void> {
    const text = `${display_name}\n${email}`;
    await this.db.query(
      `INSERT INTO member_texts (organization_id, user_id, folded, grams) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, user_id) DO UPDATE SET folded = excluded.folded, grams = excluded.grams`,
      [organizationId, userId, fold(text), grams(organizationId, text)],
    );
  }
}
