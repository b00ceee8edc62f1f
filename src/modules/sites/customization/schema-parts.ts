import type { SchemaObject } from '@nestjs/swagger';
import { nullable } from '../../../kernel/validation/description.js';

const FONTS = ['ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu', 'Raleway', 'Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans'];
const MONOSPACE_FONTS = ['FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono', 'SpaceMono', 'DMMono', 'Inconsolata'];

export const FLAG: SchemaObject = { type: 'boolean' };
export const ADDRESS: SchemaObject = { type: 'string', format: 'uri', maxLength: 2_048 };
export const EMOJI: SchemaObject = text(1, 50);
const ID = text(1, 64);
const HEX: SchemaObject = { type: 'string', maxLength: 7, pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$', example: '#346DDB' };

export const COLOR = closed({ light: HEX, dark: HEX });
export const IMAGE = closed({ light: ADDRESS, dark: ADDRESS });

/** The pattern of the first is for readers of the document, to whom `uri` alone may have any scheme. */
const LINKED: SchemaObject = {
  oneOf: [
    { ...ADDRESS, pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' },
    { type: 'string', maxLength: 2_048, pattern: "^(?:mailto|tel):(?:[\\w\\-.~!$&'()*+,;=:@\\/?]|%[0-9A-Fa-f]{2})+$" },
  ],
};
const TARGET: SchemaObject = {
  oneOf: [
    target('url', { url: LINKED }),
    target('page', { page: ID }, { space: ID }),
    target('anchor', { anchor: text(1, 256) }, { space: ID, page: ID }),
    target('space', { space: ID }),
    target('collection', { collection: ID }),
    target('user', { user: ID }),
    target('file', { file: ID }),
    target('reusable-content', { reusableContent: ID }, { space: ID }),
    target('openapi', { spec: text(1, 256) }),
  ],
};
export const LINK = closed({ title: text(0, 64), to: TARGET });
export const LINKS = list(LINK, 100);
export const HEADER_LINKS = list(
  closed(
    { title: text(0, 256), to: nullable(TARGET), links: LINKS },
    { style: choice('link', 'button-primary', 'button-secondary'), condition: { ...text(0, 1_024), description: 'Which visitors see it' } },
  ),
  100,
);
export const FOOTER_GROUPS = list(closed({ title: text(0, 256), links: LINKS }), 50);

export const FONT = font(FONTS);
export const MONOSPACE_FONT = font(MONOSPACE_FONTS);

export function text(minLength: number, maxLength: number): SchemaObject {
  return { type: 'string', ...(minLength > 0 ? { minLength } : {}), maxLength };
}

export function choice(...values: string[]): SchemaObject {
  return { type: 'string', enum: values };
}

/** An object with these fields and no others. */
export function closed(required: Record<string, SchemaObject>, optional: Record<string, SchemaObject> = {}): SchemaObject {
  const names = Object.keys(required);
  return { type: 'object', properties: { ...required, ...optional }, ...(names.length === 0 ? {} : { required: names }), additionalProperties: false };
}

function list(items: SchemaObject, maxItems: number, minItems = 0): SchemaObject {
  return { type: 'array', items, ...(minItems > 0 ? { minItems } : {}), maxItems };
}

function target(kind: string, required: Record<string, SchemaObject>, optional?: Record<string, SchemaObject>): SchemaObject {
  return closed({ kind: choice(kind), ...required }, optional);
}

function font(known: string[]): SchemaObject {
  const source = closed({ url: ADDRESS }, { format: choice('woff2', 'woff') });
  const face = closed({ weight: { type: 'integer', minimum: 1, maximum: 1_000 }, sources: list(source, 20, 1) });
  return { oneOf: [choice(...known), closed({ id: ID, custom: FLAG, fontFamily: text(1, 50), fontFaces: list(face, 50, 1) })] };
}
