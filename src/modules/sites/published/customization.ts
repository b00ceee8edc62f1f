/** A colour on light and on dark ground. */
export interface Color {
  light: string;
  dark: string;
}

interface Switch {
  enabled: boolean;
}

/** How a site looks, in the words of reader front ends. */
export interface Customization {
  title: string;
  styling: {
    theme: 'clean' | 'muted' | 'bold' | 'gradient';
    primaryColor: Color;
    infoColor: Color;
    successColor: Color;
    warningColor: Color;
    dangerColor: Color;
    corners: 'straight' | 'rounded' | 'circular';
    depth: 'subtle' | 'flat';
    links: 'default' | 'accent';
    font: string;
    monospaceFont: string;
    background: 'plain' | 'match';
    icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
    sidebar: { background: 'default' | 'filled'; list: 'default' | 'pill' | 'line' };
    search: 'prominent' | 'subtle';
  };
  internationalization: { locale: string };
  favicon: object;
  header: { preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none'; links: object[] };
  footer: { groups: object[] };
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
  privacyPolicy: object;
  socialPreview: object;
  insights: { trackingCookie: boolean };
}

/**
 * How every site looks. What this service doesn't do is off: it answers no feedback and no questions, and sets no
 * cookie.
 */
export function defaultCustomization(title: string): Customization {
  return {
    title,
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
    insights: { trackingCookie: false },
  };
}

function same(color: string): Color {
  return { light: color, dark: color };
}
