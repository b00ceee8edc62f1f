import { UNSIGNED, type VisitorSchema } from './visitor-schema.js';

export interface TemplateCondition {
  description: string;
  condition: string;
}

/** For each claim of the schema, in its order, the condition that it is true. */
export function templateConditions({ properties }: VisitorSchema): TemplateCondition[] {
  return Object.entries(properties).flatMap(([name, claim]) => {
    if (claim.type === 'boolean') return [{ description: claim.description, condition: isTrue(member('visitor.claims', name)) }];
    const claims = member('visitor.claims', UNSIGNED);
    return Object.entries(claim.properties).map(([inner, { description }]) => ({ description, condition: isTrue(member(claims, inner)) }));
  });
}

function isTrue(claim: string): string {
  return `${claim} == true`;
}

/** By a word where the name is one. */
function member(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;
}

function quoted(name: string): string {
  return `"${name.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}"`;
}
