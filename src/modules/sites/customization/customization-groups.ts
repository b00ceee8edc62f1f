import type { SchemaObject } from '@nestjs/swagger';
import { nullable } from '../../../kernel/validation/description.js';
import { ADDRESS, choice, closed, COLOR, EMOJI, FLAG, FONT, FOOTER_GROUPS, HEADER_LINKS, IMAGE, LINK, MONOSPACE_FONT, text } from './schema-parts.js';

/** Settings that belong together. */
interface Group {
  readonly required?: Record<string, SchemaObject>;
  readonly optional?: Record<string, SchemaObject>;
  /** What a site space can't have otherwise than its site. */
  readonly fixed?: Record<string, SchemaObject>;
  readonly groups?: Record<string, Group>;
}

const SWITCH: Group = { required: { enabled: FLAG } };

/** The settings of a site that are groups, by name. */
const GROUPS = {
  styling: {
    required: {
      theme: choice('clean', 'muted', 'bold', 'gradient'),
      primaryColor: COLOR,
      infoColor: COLOR,
      successColor: COLOR,
      warningColor: COLOR,
      dangerColor: COLOR,
      corners: choice('straight', 'rounded', 'circular'),
      depth: choice('subtle', 'flat'),
      links: choice('default', 'accent'),
      background: choice('plain', 'match'),
      icons: choice('regular', 'solid', 'duotone', 'light', 'thin'),
      search: choice('prominent', 'subtle'),
    },
    optional: { tint: closed({ color: COLOR }) },
    fixed: { font: FONT, monospaceFont: MONOSPACE_FONT },
    groups: { sidebar: { required: { background: choice('default', 'filled'), list: choice('default', 'pill', 'line') } } },
  },
  internationalization: { required: { locale: choice('en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru') } },
  header: {
    required: { preset: choice('default', 'bold', 'contrast', 'custom', 'none'), links: HEADER_LINKS },
    optional: { logo: IMAGE, backgroundColor: COLOR, linkColor: COLOR },
  },
  footer: { required: { groups: FOOTER_GROUPS }, optional: { logo: IMAGE, copyright: text(0, 300) } },
  themes: { required: { default: choice('light', 'dark'), toggeable: FLAG } },
  pdf: SWITCH,
  feedback: SWITCH,
  pagination: SWITCH,
  trademark: SWITCH,
  git: { required: { showEditLink: FLAG } },
  externalLinks: { required: { target: choice('self', 'blank') } },
  privacyPolicy: { optional: { url: ADDRESS } },
  socialPreview: { optional: { url: ADDRESS } },
} satisfies Record<string, Group>;

/** Of a site alone. */
const SITE_GROUPS = {
  advancedCustomization: SWITCH,
  ai: { required: { mode: choice('none', 'search', 'assistant') } },
  pageActions: { required: { externalAI: FLAG, markdown: FLAG, mcp: FLAG } },
  insights: { required: { trackingCookie: FLAG } },
} satisfies Record<string, Group>;

export const FAVICON: SchemaObject = { oneOf: [closed({}), closed({ icon: IMAGE }), closed({ emoji: EMOJI })] };
export const ANNOUNCEMENT = closed({ enabled: FLAG, message: text(2, 128), style: choice('info', 'warning', 'danger', 'success') }, { link: LINK });

/** The schema of a group, whole. */
export function wholeGroup(name: keyof typeof GROUPS | keyof typeof SITE_GROUPS): SchemaObject {
  return whole({ ...GROUPS, ...SITE_GROUPS }[name]);
}

/** The schema of what a site space may have otherwise in a group; null takes that back. */
export function overridingGroup(name: keyof typeof GROUPS): SchemaObject {
  return overriding(GROUPS[name]);
}

function whole({ required = {}, optional = {}, fixed = {}, groups = {} }: Group): SchemaObject {
  return closed({ ...required, ...fixed, ...mapped(groups, whole) }, optional);
}

function overriding({ required = {}, optional = {}, groups = {} }: Group): SchemaObject {
  return closed({}, { ...mapped({ ...required, ...optional }, nullable), ...mapped(groups, overriding) });
}

function mapped<Part>(parts: Record<string, Part>, schemaOf: (part: Part) => SchemaObject): Record<string, SchemaObject> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, schemaOf(part)]));
}

/** Which settings are groups, whose fields are overridden one by one; others are, as a whole. */
export interface GroupNames {
  readonly [name: string]: GroupNames;
}

export const OVERRIDABLE_GROUPS: GroupNames = namesOf(GROUPS);

function namesOf(groups: Record<string, Group>): GroupNames {
  return Object.fromEntries(Object.entries(groups).map(([name, { groups: inner = {} }]) => [name, namesOf(inner)]));
}
