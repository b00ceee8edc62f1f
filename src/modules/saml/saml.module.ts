import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { TeamsModule } from '../teams/teams.module.js';
import { SamlAddresses } from './saml-addresses.js';
import { SamlProviderAccess } from './saml-provider.access.js';
import { SamlProviderPresenter } from './saml-provider.presenter.js';
import { SamlProvidersController } from './saml-providers.controller.js';
import { SamlProvidersService } from './saml-providers.service.js';

@Module({
  imports: [TeamsModule, OrganizationsModule],
  controllers: [SamlProvidersController],
  providers: [SamlAddresses, SamlProviderAccess, SamlProviderPresenter, SamlProvidersService],
})
export class SamlModule {}
