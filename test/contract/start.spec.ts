import { describe, expect, it } from '@jest/globals';
import { posix } from 'node:path';
import ts from 'typescript';
import { readSourceFiles, type SourceFile } from './source-files.js';

/** Libraries that few requests need, each with many modules: loaded where they are first used. */
const LATE = [
  '@aws-sdk/client-s3', '@mozilla/readability', '@nestjs/swagger', '@node-saml/node-saml', 'fast-xml-parser', 'file-type', 'fontkit', 'graphile-worker', 'htmlparser2', 'image-size', 'jose', 'linkedom',
  'mammoth', 'mdast-util-from-markdown', 'node-diff3', 'pdfkit', 'pino-pretty', 'piscina', 'postal-mime', 'undici', 'unified', 'yaml', 'yauzl', 'yazl',
];

/** Libraries of which single files are loaded: their index loads all there is. */
const IN_PARTS = ['class-validator', 'typeorm'];

const FILES = new Map(readSourceFiles().map((file) => [file.path, file]));

describe.each(['src/main.ts', 'src/cli/with-commands.ts'])('what %s loads before anything is asked of it', (entry) => {
  it.each([
    ['is none of the libraries that few requests need', LATE],
    ['is no index of a library that is used in parts', IN_PARTS],
  ])('%s', (_, names) => {
    const loaded = loadedWith(entry);
    expect(loaded.length).toBeGreaterThan(100);
    expect(loaded.flatMap((file) => staticImports(file).filter((name) => names.includes(name)).map((name) => `${file.path} imports ${name}`))).toEqual([]);
  });
});

/** The file and all own files that its static imports lead to. */
function loadedWith(entry: string): SourceFile[] {
  const loaded = new Set([entry]);
  for (const path of loaded) for (const name of staticImportsOf(path)) if (FILES.has(name)) loaded.add(name);
  return [...loaded].flatMap((path) => FILES.get(path) ?? []);
}

function staticImportsOf(path: string): string[] {
  const file = FILES.get(path);
  return file === undefined ? [] : staticImports(file);
}

/** What is loaded with a file: not what it imports when it is used, and no types. */
function staticImports({ path, tree }: SourceFile): string[] {
  return tree.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) ? !isOfTypes(statement.importClause) : ts.isExportDeclaration(statement) && !statement.isTypeOnly;
    const specifier = isImport && (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) ? statement.moduleSpecifier : undefined;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
    return [specifier.text.startsWith('.') ? posix.join(posix.dirname(path), specifier.text.replace(/\.js$/, '.ts')) : specifier.text];
  });
}

function isOfTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  const names = clause.namedBindings;
  return clause.isTypeOnly || (clause.name === undefined && names !== undefined && ts.isNamedImports(names) && names.elements.every(({ isTypeOnly }) => isTypeOnly));
}
