import { isDeepStrictEqual } from 'node:util';
import type { FileState, SideChanges } from './merge-input.js';
import type { Conflict } from './merge-outcome.js';
import { mergeValues } from './three-way.js';

export interface MergedFile {
  readonly fileId: string;
  readonly main: FileState | null;
  readonly branch: FileState | null;
  /** Null: deleted. */
  readonly merged: FileState | null;
}

/** Name and content are changed independently of each other; a file that one side changed and the other deleted stays. */
export function mergeFiles(main: SideChanges, branch: SideChanges, conflicts: Conflict[]): MergedFile[] {
  const inMain = new Map(main.files.map((change) => [change.fileId, change]));
  const inBranch = new Map(branch.files.map((change) => [change.fileId, change]));
  return [...new Map([...inMain, ...inBranch]).values()].map(({ fileId, before }) => {
    const states = { main: stateOf(inMain.get(fileId), before), branch: stateOf(inBranch.get(fileId), before) };
    const { merged, conflict } = mergeFile(before, states.main, states.branch);
    if (conflict && merged !== null) conflicts.push({ kind: 'file', fileId, name: merged.name });
    return { fileId, ...states, merged };
  });
}

function stateOf(change: { after: FileState | null } | undefined, before: FileState | null): FileState | null {
  return change === undefined ? before : change.after;
}

function mergeFile(base: FileState | null, main: FileState | null, branch: FileState | null): { merged: FileState | null; conflict: boolean } {
  const whole = mergeValues(base, main, branch);
  if (!whole.conflict) return { merged: whole.value, conflict: false };
  if (main === null || branch === null) return { merged: main ?? branch, conflict: true };
  const name = mergeValues(base?.name, main.name, branch.name);
  const content = mergeValues(base === null ? undefined : contentOf(base), contentOf(main), contentOf(branch));
  const origin = isDeepStrictEqual(content.value, contentOf(main)) ? main : branch;
  return {
    merged: { ...origin, ...content.value, name: name.value, createdAt: main.createdAt },
    conflict: name.conflict || content.conflict,
  };
}

function contentOf({ contentType, size, width, height, hash }: FileState): Omit<FileState, 'fileId' | 'name' | 'gitPath' | 'gitOid' | 'createdAt'> {
  return { contentType, size, width, height, hash };
}
