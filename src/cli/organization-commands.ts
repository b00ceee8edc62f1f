import { Injectable } from '@nestjs/common';
import type { Role } from '../kernel/permissions/role.js';
import { Urls } from '../kernel/urls/urls.js';
import { LinkInvitesService } from '../modules/organizations/invites/link-invites.service.js';
import { OrganizationsService } from '../modules/organizations/organizations.service.js';

/** What an operator may do with organizations. */
@Injectable()
export class OrganizationCommands {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly invites: LinkInvitesService,
    private readonly urls: Urls,
  ) {}

  async create(options: { title: string }): Promise<{ organization: object }> {
    const { id, title, type, plan, defaultRole, createdAt } = await this.organizations.create(options.title);
    const urls = { location: this.urls.api('orgs', id), app: this.urls.app('o', id) };
    return { organization: { object: 'organization', id, title, type, plan, defaultRole, createdAt, urls } };
  }

  async createInvite({ org, role }: { org: string; role: Role | null }): Promise<{ invite: object }> {
    const organization = await this.organizations.get(org);
    const { id, createdAt } = await this.invites.create(organization.id, role);
    const location = this.urls.api('orgs', organization.id, 'link-invites', id);
    return { invite: { id, organization: organization.id, role, createdAt, urls: { location } } };
  }
}
