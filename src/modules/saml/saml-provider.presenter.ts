import { Injectable } from '@nestjs/common';
import { Urls } from '../../kernel/urls/urls.js';
import type { TeamEntity } from '../teams/team.entity.js';
import { TeamPresenter } from '../teams/team.presenter.js';
import type { SamlProviderDto, SsoLoginDto } from './dto/saml-provider.dto.js';
import { SamlAddresses } from './saml-addresses.js';
import { isActive, type SamlProviderEntity } from './saml-provider.entity.js';

@Injectable()
export class SamlProviderPresenter {
  constructor(
    private readonly urls: Urls,
    private readonly addresses: SamlAddresses,
    private readonly teams: TeamPresenter,
  ) {}

  present(provider: SamlProviderEntity, defaultTeam: TeamEntity | undefined): SamlProviderDto {
    const { id, organizationId, label, ssoURL, entityID, certificate, defaultRole, createdAt } = provider;
    return {
      object: 'saml-provider',
      id,
      label,
      ...(ssoURL === null ? {} : { ssoURL }),
      ...(entityID === null ? {} : { entityID }),
      ...(certificate === null ? {} : { certificate }),
      ...(defaultTeam === undefined ? {} : { defaultTeam: this.teams.present(defaultTeam) }),
      defaultRole,
      createdAt: createdAt.toISOString(),
      status: isActive(provider) ? 'active' : 'pending',
      service: this.addresses.of(id),
      urls: { location: this.urls.api('orgs', organizationId, 'saml', id) },
    };
  }

  presentLogin({ id, label }: SamlProviderEntity): SsoLoginDto {
    return { id, label, startURL: this.addresses.of(id).startURL };
  }
}
