import { parse } from 'yaml';
import { isShallowYaml } from '../../../../kernel/text/yaml-depth.js';
import { isShallow } from '../../../../kernel/validation/is-shallow.js';

/** Longer blocks between `---` lines are taken as text: YAML's own checks aren't linear. */
const MAX_LENGTH = 32 * 1024;
/** Deeper values would overflow the stack of whatever walks them. */
const MAX_DEPTH = 32;
const FENCE = /^---[ \t]*(?:\r\n|[\r\n])/;
const CLOSING_FENCE = /^---[ \t]*(?:\r\n|[\r\n]|$)/gm;

export interface SplitMarkdown {
  /** Empty when there is none. */
  frontMatter: Readonly<Record<string, unknown>>;
  /** What follows the front matter; the whole Markdown (without a byte-order mark) when there is none. */
  body: string;
  /** Index of `body` in the Markdown. */
  bodyStart: number;
}

/**
 * Splits YAML (1.2, core schema) between `---` lines off a page's start. What isn't closed, isn't
 * well-formed or is no map is body text.
 */
export function splitFrontMatter(markdown: string): SplitMarkdown {
  const start = markdown.startsWith('\uFEFF') ? 1 : 0;
  const whole = { frontMatter: {}, body: markdown.slice(start), bodyStart: start };
  const opening = FENCE.exec(markdown.slice(start, start + MAX_LENGTH));
  if (opening === null) {
    return whole;
  }
  const yamlStart = start + opening[0].length;
  const region = markdown.slice(yamlStart, yamlStart + MAX_LENGTH);
  CLOSING_FENCE.lastIndex = 0;
  const closing = CLOSING_FENCE.exec(region);
  if (closing === null) {
    return whole;
  }
  const frontMatter = parseMap(region.slice(0, closing.index));
  if (frontMatter === undefined) {
    return whole;
  }
  const bodyStart = yamlStart + closing.index + closing[0].length;
  return { frontMatter, body: markdown.slice(bodyStart), bodyStart };
}

function parseMap(yaml: string): Record<string, unknown> | undefined {
  if (!isShallowYaml(yaml)) return undefined;
  let value: unknown;
  try {
    value = parse(yaml, { schema: 'core', version: '1.2', logLevel: 'error', uniqueKeys: false, maxAliasCount: 100 });
  } catch {
    return undefined;
  }
  if (value === null || value === undefined) {
    return {};
  }
  return isMap(value) && isShallow(value, MAX_DEPTH) ? value : undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
