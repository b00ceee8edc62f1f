import { Module } from '@nestjs/common';
import { ContentModule } from '../modules/content/content.module.js';
import { MembersModule } from '../modules/members/members.module.js';
import { OrganizationsModule } from '../modules/organizations/organizations.module.js';
import { SetupService } from './setup.service.js';

@Module({ imports: [MembersModule, OrganizationsModule, ContentModule], providers: [SetupService], exports: [SetupService] })
export class SetupModule {}
