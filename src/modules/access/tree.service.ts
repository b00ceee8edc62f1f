import { Injectable } from '@nestjs/common';
import { generateKeyBetween } from 'fractional-indexing';
import { Database } from '../../kernel/database/database.js';
import { BadInputError } from '../../kernel/errors/errors.js';
import { TargetEntity } from './target.entity.js';

export interface NewTarget {
  id: string;
  kind: TargetEntity['kind'];
  organizationId: string;
  parentId: string | null;
}

/** The tree of collections and spaces, without knowing what either is. */
@Injectable()
export class TreeService {
  constructor(private readonly db: Database) {}

  /** Puts a new collection or space at the end of its parent; it inherits its level. @throws BadInputError when the parent is no collection of the organization */
  async place({ id, kind, organizationId, parentId }: NewTarget): Promise<TargetEntity> {
    const targets = this.db.repo(TargetEntity);
    await this.lockSiblings(organizationId, parentId);
    const [last] = await this.db.query<{ position: string }>(
      `SELECT position FROM targets WHERE organization_id = $1 AND parent_id IS NOT DISTINCT FROM $2 ORDER BY position DESC, id DESC LIMIT 1`,
      [organizationId, parentId],
    );
    const position = generateKeyBetween(last?.position ?? null, null);
    const target = targets.create({ id, kind, organizationId, parentId, position, inherits: true, fixedLevel: null });
    await targets.insert(target);
    return target;
  }

  /** Lets one change at a time choose positions among the same siblings. */
  private async lockSiblings(organizationId: string, parentId: string | null): Promise<void> {
    const rows =
      parentId === null
        ? await this.db.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId])
        : await this.db.query(`SELECT 1 FROM targets WHERE id = $1 AND organization_id = $2 AND kind = 'collection' FOR NO KEY UPDATE`, [parentId, organizationId]);
    if (rows.length === 0) throw BadInputError.ofField('parent', 'must name a collection of the organization');
  }
}
