import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

/** Package and path in it of each font, by the name that it has in the PDF. */
const FILES = {
  sans: ['@embedpdf/fonts-latin', 'fonts/NotoSans-Regular.ttf'],
  'sans-bold': ['@embedpdf/fonts-latin', 'fonts/NotoSans-Bold.ttf'],
  'sans-italic': ['@embedpdf/fonts-latin', 'fonts/NotoSans-Italic.ttf'],
  'sans-bold-italic': ['@embedpdf/fonts-latin', 'fonts/NotoSans-BoldItalic.ttf'],
  mono: ['@expo-google-fonts/noto-sans-mono', '400Regular/NotoSansMono_400Regular.ttf'],
  'mono-bold': ['@expo-google-fonts/noto-sans-mono', '700Bold/NotoSansMono_700Bold.ttf'],
  hebrew: ['@embedpdf/fonts-hebrew', 'fonts/NotoSansHebrew-Regular.ttf'],
  'hebrew-bold': ['@embedpdf/fonts-hebrew', 'fonts/NotoSansHebrew-Bold.ttf'],
  arabic: ['@embedpdf/fonts-arabic', 'fonts/NotoNaskhArabic-Regular.ttf'],
  'arabic-bold': ['@embedpdf/fonts-arabic', 'fonts/NotoNaskhArabic-Bold.ttf'],
  chinese: ['@embedpdf/fonts-sc', 'fonts/NotoSansHans-Regular.otf'],
  'chinese-bold': ['@embedpdf/fonts-sc', 'fonts/NotoSansHans-Bold.otf'],
  japanese: ['@embedpdf/fonts-jp', 'fonts/NotoSansJP-Regular.otf'],
  'japanese-bold': ['@embedpdf/fonts-jp', 'fonts/NotoSansJP-Bold.otf'],
  korean: ['@embedpdf/fonts-kr', 'fonts/NotoSansKR-Regular.otf'],
  'korean-bold': ['@embedpdf/fonts-kr', 'fonts/NotoSansKR-Bold.otf'],
  emoji: ['@expo-google-fonts/noto-emoji', '400Regular/NotoEmoji_400Regular.ttf'],
} as const;

export type FontName = keyof typeof FILES;

export interface FontFile {
  readonly bytes: Buffer;
  readonly font: Font;
}

const requireFrom = createRequire(import.meta.url);
/** Opened once, as the larger ones take a while. */
const opened = new Map<FontName, FontFile>();

/** @throws Error naming the package that is missing */
export function fontFile(name: FontName): FontFile {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const [packageName, path] = FILES[name];
  const bytes = readFont(packageName, path);
  const file = { bytes, font: create(bytes) };
  opened.set(name, file);
  return file;
}

function readFont(packageName: string, path: string): Buffer {
  try {
    return readFileSync(join(packageFolder(packageName), path));
  } catch (cause) {
    throw new Error(`PDFs need the font ${path} of the npm package ${packageName}, which is not installed. Run npm ci.`, { cause });
  }
}

/** Packages need not let their files be named: the folder is the one that is called like the package. */
function packageFolder(packageName: string): string {
  let folder = dirname(requireFrom.resolve(packageName));
  while (!folder.endsWith(join('node_modules', packageName)) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
