import { SlotResolver } from '../../kernel/permissions/slots.js';
import type { TeamEntity } from './team.entity.js';

/** How many spaces the grants to a team reach, those on collections above included; a higher module provides it. */
export abstract class TeamSpaces extends SlotResolver<TeamEntity, number> {}
