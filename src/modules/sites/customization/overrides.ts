import type { Customization } from './customization.js';
import { type GroupNames, OVERRIDABLE_GROUPS } from './customization-groups.js';

/** What a site space has otherwise than its site: the groups of a customization with some of their fields. */
export type Overrides = { readonly [Field in keyof Customization]?: Customization[Field] extends object ? Partial<Customization[Field]> : Customization[Field] };

/** A customization with what one of its site spaces has otherwise. */
export function overridden(customization: Customization, overrides: Overrides): Customization {
  return overlay(customization, overrides, OVERRIDABLE_GROUPS);
}

/** Overrides after a change of them, in which null takes one back; groups that nothing is left of are gone. */
export function changedOverrides(overrides: Overrides, change: object): Overrides {
  return withoutEmptyGroups(overlay(overrides, change, OVERRIDABLE_GROUPS), OVERRIDABLE_GROUPS);
}

/** Field by field within groups, and as a whole else. What isn't defined above stays, what is null there goes. */
function overlay<Fields extends object>(below: Fields, above: object, groups: GroupNames): Fields {
  const result = { ...below };
  for (const [name, value] of Object.entries(above) as [string, unknown][]) {
    if (value === undefined) continue;
    const inner = groups[name];
    if (value === null) Reflect.deleteProperty(result, name);
    else if (inner === undefined || typeof value !== 'object') Reflect.set(result, name, value);
    else Reflect.set(result, name, overlay(groupIn(below, name), value, inner));
  }
  return result;
}

function withoutEmptyGroups<Fields extends object>(fields: Fields, groups: GroupNames): Fields {
  const result = { ...fields };
  for (const [name, inner] of Object.entries(groups)) {
    if (!Object.hasOwn(fields, name)) continue;
    const group = withoutEmptyGroups(groupIn(fields, name), inner);
    if (Object.keys(group).length === 0) Reflect.deleteProperty(result, name);
    else Reflect.set(result, name, group);
  }
  return result;
}

function groupIn(fields: object, name: string): object {
  const group: unknown = Reflect.get(fields, name);
  return typeof group === 'object' && group !== null ? group : {};
}
