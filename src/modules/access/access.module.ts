import { Module } from '@nestjs/common';
import { EffectiveRoles } from './effective-roles.js';
import { GrantsService } from './grants.service.js';
import { TreeService } from './tree.service.js';
import { VisibleTargets } from './visible-targets.js';

@Module({
  providers: [EffectiveRoles, GrantsService, TreeService, VisibleTargets],
  exports: [EffectiveRoles, GrantsService, TreeService, VisibleTargets],
})
export class AccessModule {}
