import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { OrganizationEntity } from './organization.entity.js';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** An organization without members. */
  async create(title: string): Promise<OrganizationEntity> {
    const length = [...title].length;
    if (length < 2 || length > 255) throw BadInputError.ofField('title', `must be 2 to 255 characters, is ${String(length)}`);
    const organizations = this.db.repo(OrganizationEntity);
    const organization = organizations.create({
      id: newId(),
      title,
      createdAt: this.clock.now(),
      emailDomains: [],
      hostname: null,
      type: 'business',
      useCase: null,
      communityType: null,
      defaultRole: 'read',
      defaultContentSite: null,
      sso: false,
      ai: false,
      inviteLinks: false,
      plan: 'enterprise_2024',
      logo: null,
    });
    await organizations.insert(organization);
    return organization;
  }

  /** Without regard to any caller. @throws NotFoundError */
  async get(organizationId: string): Promise<OrganizationEntity> {
    const organization = await this.db.repo(OrganizationEntity).findOneBy({ id: organizationId });
    if (organization === null) throw new NotFoundError(`There is no organization ${organizationId}.`);
    return organization;
  }
}
