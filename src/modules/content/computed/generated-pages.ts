import { createHash } from 'node:crypto';
import type { SpecPageHead, SpecState } from '../../openapi-specs/openapi-pages.js';
import type { PageComputed, PageNode } from '../model/page.js';
import { freeSlug, slugOf } from '../model/slug.js';

/** Of an id, behind that of the placeholder. */
const KEY_DIGITS = 16;
const GENERATED_ID = new RegExp(`^([0-9A-Za-z]+)0[0-9A-Za-z]{${String(KEY_DIGITS)}}$`);

/** Slug of the OpenAPI spec that a page is computed from; undefined for one that is computed otherwise. */
export function specOf(computed: PageComputed | null): string | undefined {
  return computed?.type === 'builtin:openapi' ? computed.dependencies?.spec?.ref.spec : undefined;
}

/** The placeholder that a page of this id would be made from. */
export function placeholderOf(pageId: string): string | undefined {
  return GENERATED_ID.exec(pageId)?.[1];
}

/**
 * The tree that stands in a placeholder's place. It keeps the placeholder's id, title and address, so that neither what
 * leads there nor what lies beside it changes; a page below is named by what it tells of, so its id and address stay
 * when the spec gets a new version.
 * @param heads the first one is the placeholder's own, each other one behind the one that it is below
 */
export function generatedTree(placeholder: PageNode, { slug: spec, versionId, createdAt }: SpecState, heads: readonly SpecPageHead[]): PageNode {
  const withModels = placeholder.computed?.props['models'] !== false;
  const nodes = new Map<string, PageNode>();
  const [first] = heads;
  const updatedAt = createdAt > placeholder.updatedAt ? createdAt : placeholder.updatedAt;
  const root = made(placeholder, { kind: 'info', key: first?.key ?? 'info', spec, versionId, updatedAt });
  // What a writer put below the placeholder comes first, under its own address.
  root.pages.push(...placeholder.pages);
  if (first !== undefined) nodes.set(first.key, root);
  for (const { key, parent, kind, title, description } of heads.slice(1)) {
    if (kind === 'models' && !withModels) continue;
    const above = nodes.get(parent ?? '') ?? root;
    const slug = freeSlug(slugOf(title), new Set(above.pages.map((sibling) => sibling.slug)));
    const page = { ...NOTHING, pageId: generatedId(placeholder.pageId, key), parentId: above.pageId, title, description, slug, path: `${above.path}/${slug}`, position: '', createdAt: placeholder.createdAt };
    const node = made({ ...placeholder, ...page }, { kind, key, spec, versionId, updatedAt });
    above.pages.push(node);
    nodes.set(key, node);
  }
  return root;
}

interface Making {
  readonly kind: SpecPageHead['kind'];
  readonly key: string;
  readonly spec: string;
  readonly versionId: string;
  readonly updatedAt: Date;
}

const NOTHING = { emoji: null, icon: null, cover: null, variables: null, target: null, gitPath: null, gitOid: null };

function made(page: PageNode, { kind, key, spec, versionId, updatedAt }: Making): PageNode {
  const props: PageComputed['props'] = kind === 'models' ? { doc: 'models' } : { doc: kind === 'info' ? 'info' : 'operations', page: key };
  return {
    ...page,
    type: 'document',
    documentId: null,
    updatedAt,
    computed: { type: 'builtin:openapi', props, dependencies: { spec: { ref: { kind: 'openapi', spec } } } },
    generated: { versionId, key },
    pages: [],
  };
}

function generatedId(placeholderId: string, key: string): string {
  return `${placeholderId}0${createHash('sha256').update(key).digest('hex').slice(0, KEY_DIGITS)}`;
}
