import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The project's top folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the project's top folder, with slashes. */
  path: string;
  text: string;
  tree: ts.SourceFile;
  /** What it imports: paths like `path` for own files, names for packages. */
  imports: readonly string[];
}

/** Every TypeScript file of `src` that isn't a test, parsed. */
export function readSourceFiles(): SourceFile[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => readSourceFile(join(ROOT, 'src', path)))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

function readSourceFile(file: string): SourceFile {
  const text = readFileSync(file, 'utf8');
  const path = relative(ROOT, file).split('\\').join('/');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  return { path, text, tree, imports: importsOf(tree, path) };
}

function importsOf(tree: ts.SourceFile, path: string): string[] {
  return nodesOf(tree)
    .flatMap((node) => {
      if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) return [node.moduleSpecifier];
      return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? [...node.arguments] : [];
    })
    .filter((specifier) => ts.isStringLiteral(specifier))
    .map(({ text }) => (text.startsWith('.') ? posix.join(posix.dirname(path), text.replace(/\.js$/, '.ts')) : text));
}

/** Every node of the tree, in the order of the text. */
export function nodesOf(tree: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(tree, visit);
  return nodes;
}

/** Places (`path:line`) of the nodes that the test picks. */
export function placesOf(files: readonly SourceFile[], picks: (node: ts.Node) => boolean): string[] {
  return files.flatMap(({ path, tree }) =>
    nodesOf(tree)
      .filter(picks)
      .map((node) => `${path}:${String(tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1)}`),
  );
}

/** Text of a file of the project; undefined when there is none. */
export function readProjectFile(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return undefined;
  }
}
