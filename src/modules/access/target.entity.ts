import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';
import { type Role, ROLES } from '../../kernel/permissions/role.js';

/** What grants can be given on: a row of the tree for each collection and space. */
@Entity('targets')
export class TargetEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  kind: 'collection' | 'space';

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'parent_id', nullable: true })
  parentId: string | null;

  /** Fractional index among the siblings. */
  @Column('text')
  position: string;

  /** Whether the default level comes from above; else it is `fixedLevel`, null there being no access. */
  @Column('boolean')
  inherits: boolean;

  @Column('enum', { name: 'fixed_level', enum: ROLES, enumName: 'member_role', nullable: true })
  fixedLevel: Role | null;

  /** In the trash: neither listed nor counted. */
  @Column('boolean')
  trashed: boolean;

  /** The ids from the root down to this one; follows from the tree. */
  @Column('text', { array: true })
  ancestors: string[];

  /** Whether a level is fixed here or above; follows from the tree. */
  @Column('boolean', { name: 'default_fixed' })
  defaultFixed: boolean;

  /** The nearest fixed level; null there being no access by default. */
  @Column('enum', { name: 'default_level', enum: ROLES, enumName: 'member_role', nullable: true })
  defaultLevel: Role | null;
}
