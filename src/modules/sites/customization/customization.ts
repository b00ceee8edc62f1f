/** A colour on light and on dark ground. */
export interface Color {
  light: string;
  dark: string;
}

/** An image for light and for dark ground. */
export interface ThemedAddress {
  light: string;
  dark: string;
}

/** What a link leads to. */
export type ContentTarget =
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; space?: string; page?: string }
  | { kind: 'space'; space: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'user'; user: string }
  | { kind: 'file'; file: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'openapi'; spec: string };

export interface ContentLink {
  title: string;
  to: ContentTarget;
}

export interface HeaderItem {
  title: string;
  style?: 'link' | 'button-primary' | 'button-secondary';
  to: ContentTarget | null;
  links: ContentLink[];
  /** Which visitors see it; empty: all. */
  condition?: string;
}

export interface CustomFont {
  id: string;
  custom: boolean;
  fontFamily: string;
  fontFaces: { weight: number; sources: { url: string; format?: 'woff2' | 'woff' }[] }[];
}

interface Switch {
  enabled: boolean;
}

/** How a site looks, in the words of reader front ends. */
export interface Customization {
  title?: string;
  styling: {
    theme: 'clean' | 'muted' | 'bold' | 'gradient';
    primaryColor: Color;
    tint?: { color: Color };
    infoColor: Color;
    successColor: Color;
    warningColor: Color;
    dangerColor: Color;
    corners: 'straight' | 'rounded' | 'circular';
    depth: 'subtle' | 'flat';
    links: 'default' | 'accent';
    font: string | CustomFont;
    monospaceFont: string | CustomFont;
    background: 'plain' | 'match';
    icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
    sidebar: { background: 'default' | 'filled'; list: 'default' | 'pill' | 'line' };
    search: 'prominent' | 'subtle';
  };
  internationalization: { locale: string };
  favicon: { icon?: ThemedAddress; emoji?: string };
  header: { preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none'; logo?: ThemedAddress; backgroundColor?: Color; linkColor?: Color; links: HeaderItem[] };
  footer: { logo?: ThemedAddress; groups: { title: string; links: ContentLink[] }[]; copyright?: string };
  announcement?: { enabled: boolean; message: string; link?: ContentLink; style: 'info' | 'warning' | 'danger' | 'success' };
  themes: { default: 'light' | 'dark'; toggeable: boolean };
  pdf: Switch;
  feedback: Switch;
  advancedCustomization: Switch;
  pagination: Switch;
  trademark: Switch;
  ai: { mode: 'none' | 'search' | 'assistant' };
  git: { showEditLink: boolean };
  pageActions: { externalAI: boolean; markdown: boolean; mcp: boolean };
  externalLinks: { target: 'self' | 'blank' };
  privacyPolicy: { url?: string };
  socialPreview: { url?: string };
  insights: { trackingCookie: boolean };
}

/** How a site looks that nobody has given another look: what this service doesn't do by itself is off. */
export function defaultCustomization(): Customization {
  return {
    styling: {
      theme: 'clean',
      primaryColor: same('#346DDB'),
      infoColor: same('#787878'),
      successColor: same('#00C950'),
      warningColor: same('#FE9A00'),
      dangerColor: same('#FB2C36'),
      corners: 'rounded',
      depth: 'subtle',
      links: 'default',
      font: 'Inter',
      monospaceFont: 'IBMPlexMono',
      background: 'plain',
      icons: 'regular',
      sidebar: { background: 'default', list: 'default' },
      search: 'prominent',
    },
    internationalization: { locale: 'en' },
    favicon: {},
    header: { preset: 'default', links: [] },
    footer: { groups: [] },
    themes: { default: 'light', toggeable: true },
    pdf: { enabled: false },
    feedback: { enabled: false },
    advancedCustomization: { enabled: false },
    pagination: { enabled: true },
    trademark: { enabled: false },
    ai: { mode: 'none' },
    git: { showEditLink: false },
    pageActions: { externalAI: false, markdown: true, mcp: false },
    externalLinks: { target: 'self' },
    privacyPolicy: {},
    socialPreview: {},
    insights: { trackingCookie: true },
  };
}

function same(color: string): Color {
  return { light: color, dark: color };
}
