import type GithubSlugger from 'github-slugger';

/** An id that a heading was given is none that the text of a later heading gets. */
export function keepId(slugger: GithubSlugger, id: unknown): void {
  if (typeof id === 'string' && id !== '' && !Object.hasOwn(slugger.occurrences, id)) {
    slugger.occurrences[id] = 0;
  }
}
