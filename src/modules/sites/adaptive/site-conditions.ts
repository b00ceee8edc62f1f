import { Injectable } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { shorten } from '../../../kernel/validation/text.js';
import { AdaptiveSchemaEntity } from './adaptive-schema.entity.js';
import { claimsOf } from './condition.js';
import { ConditionFault, parseCondition } from './condition-parser.js';
import { UNSIGNED, type VisitorSchema } from './visitor-schema.js';

/** Checks the conditions of a site when they are written. */
@Injectable()
export class SiteConditions {
  constructor(private readonly db: Database) {}

  /**
   * Within the transaction that writes it, which has locked the site. No condition is none to check.
   * @throws BadInputError with the place of the fault
   */
  async check(siteId: string, field: string, condition: string | null | undefined): Promise<void> {
    if (condition === null || condition === undefined) return;
    const schema = await this.db.repo(AdaptiveSchemaEntity).findOneBy({ siteId });
    const fault = conditionFault(condition, schema?.jsonSchema);
    if (fault !== undefined) throw BadInputError.ofField(field, fault);
  }
}

/** What is wrong with a condition; undefined when nothing is. */
export function conditionFault(condition: string, schema: VisitorSchema | undefined): string | undefined {
  try {
    const claims = claimsOf(parseCondition(condition));
    const unknown = schema === undefined ? undefined : claims.find(({ path }) => !isClaim(schema, path));
    return unknown === undefined ? undefined : `is no expression at character ${String(unknown.at)}: the adaptive schema has no claim "${shorten(unknown.path.join('.'))}"`;
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    return `is no expression at ${error.message}`;
  }
}

function isClaim({ properties }: VisitorSchema, [name = '', inner, ...deeper]: readonly string[]): boolean {
  const claim = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (claim === undefined || deeper.length > 0) return false;
  if (claim.type === 'boolean') return inner === undefined;
  return name === UNSIGNED && inner !== undefined && Object.hasOwn(claim.properties, inner);
}
