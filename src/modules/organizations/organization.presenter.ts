import { Injectable } from '@nestjs/common';
import { permissionsOf } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { OrganizationDto } from './dto/organization.dto.js';
import { OrganizationAccess } from './organization.access.js';
import type { OrganizationEntity } from './organization.entity.js';

@Injectable()
export class OrganizationPresenter {
  constructor(private readonly urls: Urls) {}

  /** For members. */
  present(organization: OrganizationEntity): OrganizationDto {
    const { defaultContentSite } = organization;
    return {
      ...this.presentToOthers(organization, organization.emailDomains),
      defaultRole: organization.defaultRole,
      ...(defaultContentSite === null ? {} : { defaultContent: { type: 'site', site: defaultContentSite } }),
      ai: organization.ai,
    };
  }

  /**
   * Without what only members see.
   * @param emailDomains those that the caller knows to be the organization's
   */
  presentToOthers(organization: OrganizationEntity, emailDomains: string[]): OrganizationDto {
    const { id, hostname, useCase, communityType, logo } = organization;
    return {
      object: 'organization',
      id,
      title: organization.title,
      createdAt: organization.createdAt.toISOString(),
      emailDomains,
      ...(hostname === null ? {} : { hostname }),
      type: organization.type,
      ...(useCase === null ? {} : { useCase }),
      ...(communityType === null ? {} : { communityType }),
      sso: organization.sso,
      inviteLinks: organization.inviteLinks,
      plan: organization.plan,
      urls: { location: this.urls.api('orgs', id), app: this.urls.app('o', id), ...(logo === null ? {} : { logo }) },
      trial: { status: 'notapplicable' },
      internal_isOnNewTrial: true,
      permissions: permissionsOf(OrganizationAccess, organization),
    };
  }
}
