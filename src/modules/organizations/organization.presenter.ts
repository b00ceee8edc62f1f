import { Injectable } from '@nestjs/common';
import { permissionsOf } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { OrganizationDto } from './dto/organization.dto.js';
import { OrganizationAccess } from './organization.access.js';
import type { OrganizationEntity } from './organization.entity.js';

@Injectable()
export class OrganizationPresenter {
  constructor(private readonly urls: Urls) {}

  present(organization: OrganizationEntity): OrganizationDto {
    const { id, hostname, useCase, communityType, defaultContentSite, logo } = organization;
    return {
      object: 'organization',
      id,
      title: organization.title,
      createdAt: organization.createdAt.toISOString(),
      emailDomains: organization.emailDomains,
      ...(hostname === null ? {} : { hostname }),
      type: organization.type,
      ...(useCase === null ? {} : { useCase }),
      ...(communityType === null ? {} : { communityType }),
      defaultRole: organization.defaultRole,
      ...(defaultContentSite === null ? {} : { defaultContent: { type: 'site', site: defaultContentSite } }),
      sso: organization.sso,
      ai: organization.ai,
      inviteLinks: organization.inviteLinks,
      plan: organization.plan,
      urls: { location: this.urls.api('orgs', id), app: this.urls.app('o', id), ...(logo === null ? {} : { logo }) },
      trial: { status: 'notapplicable' },
      internal_isOnNewTrial: true,
      permissions: permissionsOf(OrganizationAccess, organization),
    };
  }
}
