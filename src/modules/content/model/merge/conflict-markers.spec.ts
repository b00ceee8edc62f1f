import { describe, expect, it } from '@jest/globals';
import { documentToMarkdown } from '../markdown/document-to-markdown.js';
import { markdownToDocument } from '../markdown/markdown-to-document.js';
import { conflictLines, hasConflictMarkers } from './conflict-markers.js';

const STANDING = conflictLines(['ours'], ['theirs']).join('\n');

describe('conflict markers', () => {
  it('are the usual ones, the branch first', () => {
    expect(STANDING).toBe('<<<<<<< change request\nours\n=======\ntheirs\n>>>>>>> main content');
  });

  it('stand until the last of them is gone', () => {
    expect(hasConflictMarkers(STANDING, null)).toBe(true);
    expect(hasConflictMarkers(`# Title\r\n\r\n${STANDING.replaceAll('\n', '\r\n')}\r\n`, '# Title')).toBe(true);
    expect(hasConflictMarkers('ours\n=======\ntheirs\n>>>>>>> main content\n', '')).toBe(true);
    expect(hasConflictMarkers('<<<<<<< change request\nours', '')).toBe(true);
    expect(hasConflictMarkers('ours\n=======\n', '')).toBe(false);
  });

  it.each([
    ['between words', ['ours'], ['theirs']],
    ['between paragraphs', ['ours', '', 'more'], ['theirs', '', 'other']],
    ['around nothing on one side', [], ['theirs']],
    ['around nothing on the other', ['ours'], []],
    ['in lists', ['* ours'], ['* theirs']],
  ])('stand %s when an editor has written the page anew', (_, branch, main) => {
    for (const around of ['', '# Title\n\nText\n', 'Text\n\n']) {
      const markdown = `${around}${conflictLines(branch, main).join('\n')}\n\nEnd\n`;
      expect(hasConflictMarkers(documentToMarkdown(markdownToDocument(markdown)), null)).toBe(true);
    }
  });

  it('do not stand where the text had them before', () => {
    expect(hasConflictMarkers(`# How it looks\n\n${STANDING}\n`, `# How it looked\n\n${STANDING}\n`)).toBe(false);
    expect(hasConflictMarkers(`${STANDING}\n${STANDING}\n`, STANDING)).toBe(true);
  });

  it('are not what a text tells of merging, nor within a line', () => {
    expect(hasConflictMarkers('```\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> feature\n```', null)).toBe(false);
    expect(hasConflictMarkers('See `<<<<<<< change request` and >>>>>>> main content', null)).toBe(false);
    expect(hasConflictMarkers('<<<<<<< change requests', null)).toBe(false);
  });
});
