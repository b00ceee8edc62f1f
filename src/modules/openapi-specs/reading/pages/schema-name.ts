import { fieldsOf, textOf } from './place.js';

/** The name by which a schema is referred to: that of a model or of its document. Undefined where it stands itself, or the reference leads deeper. */
export function nameOf(schema: unknown): string | undefined {
  const ref = fieldsOf(schema)['$ref'];
  const name = typeof ref === 'string' ? /\/(?:schemas|definitions|\$defs)\/([^/]+)$/.exec(ref)?.[1] : undefined;
  if (typeof ref !== 'string' || name === undefined) return undefined;
  return textOf(ref.includes('#') ? name.replaceAll('~1', '/').replaceAll('~0', '~') : name.replace(/\.(?:json|ya?ml)$/i, ''));
}

/** That of the document, where a reference leads to one as a whole. */
export function fileNameOf(schema: unknown): string | undefined {
  const ref = fieldsOf(schema)['$ref'];
  return typeof ref === 'string' ? textOf(/([^/#?]+)\.(?:json|ya?ml)$/i.exec(ref)?.[1]) : undefined;
}
