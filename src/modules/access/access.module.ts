import { Module } from '@nestjs/common';
import { EffectiveRoles } from './effective-roles.js';
import { GrantsService } from './grants.service.js';
import { TreeService } from './tree.service.js';

@Module({ providers: [EffectiveRoles, GrantsService, TreeService], exports: [EffectiveRoles, GrantsService, TreeService] })
export class AccessModule {}
