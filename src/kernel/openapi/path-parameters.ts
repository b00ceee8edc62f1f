import type { OpenAPIObject } from '@nestjs/swagger';

/** Describes every path parameter that has no words of its own by its name: `changeRequestId` is the "Id of the change request". */
export function describePathParameters(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const operation of [item.get, item.put, item.post, item.delete, item.patch]) {
      for (const parameter of operation?.parameters ?? []) {
        if ('in' in parameter && parameter.in === 'path') parameter.description ??= pathParameterDescription(parameter.name);
      }
    }
  }
}

/** The last word of the name is what of the others it is: `specSlug` is the "Slug of the spec". */
export function pathParameterDescription(name: string): string {
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const last = words.pop() ?? name;
  const what = last.charAt(0).toUpperCase() + last.slice(1);
  return words.length === 0 ? what : `${what} of the ${words.join(' ')}`;
}
