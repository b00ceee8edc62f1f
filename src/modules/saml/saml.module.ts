import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { TeamsModule } from '../teams/teams.module.js';
import { SamlAddresses } from './saml-addresses.js';
import { SamlProviderAccess } from './saml-provider.access.js';
import { SamlProviderPresenter } from './saml-provider.presenter.js';
import { SamlProvidersController } from './saml-providers.controller.js';
import { SamlProvidersService } from './saml-providers.service.js';
import { SignInBrowser } from './sign-in/sign-in-browser.js';
import { SignInCodes } from './sign-in/sign-in-codes.js';
import { SignInMembers } from './sign-in/sign-in-members.js';
import { SignInRequests } from './sign-in/sign-in-requests.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';

@Module({
  imports: [MembersModule, TeamsModule, OrganizationsModule],
  controllers: [SamlProvidersController, SignInController],
  providers: [SamlAddresses, SamlProviderAccess, SamlProviderPresenter, SamlProvidersService, SignInBrowser, SignInCodes, SignInMembers, SignInRequests, SignInService],
})
export class SamlModule {}
