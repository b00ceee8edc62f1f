import type { ContractOperation } from './operations/operation.js';
import { SPACE_CONTENT } from './operations/space-content.js';
import { TEAMS } from './operations/teams.js';

/** Every operation of the interface; each section has a file of its own. */
export const OPERATIONS: readonly ContractOperation[] = [...TEAMS, ...SPACE_CONTENT];
