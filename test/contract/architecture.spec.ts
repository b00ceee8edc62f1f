import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { VERSION } from '../../src/kernel/version.js';
import { placesOf, readProjectFile, readSourceFiles, type SourceFile } from './source-files.js';

/** A module imports only modules of lower rank. */
const RANKS: Readonly<Record<string, number>> = {
  identity: 1,
  members: 2,
  teams: 3,
  access: 4,
  organizations: 5,
  saml: 6,
  collections: 6,
  'openapi-specs': 6,
  spaces: 7,
  content: 8,
  'change-requests': 9,
  sites: 9,
  translations: 9,
  comments: 10,
  reviews: 11,
  integrations: 11,
};

/** What may differ from a rule, each with its reason. */
const EXCEPTIONS = {
  global: { 'src/modules/identity/identity.module.ts': "the kernel's guard needs the token port, and imports no module" },
  controllers: { 'src/kernel/health/health.controller.ts': 'asks the database itself whether it is there' },
  presenters: { 'src/modules/content/links/location.presenter.ts': 'reads the organization around content once for each answer' },
};

const FILES = readSourceFiles();
const CONTROLLERS = named('.controller.ts', EXCEPTIONS.controllers);
const PRESENTERS = named('.presenter.ts', EXCEPTIONS.presenters);
const ENTITIES = named('.entity.ts');

describe('the image', () => {
  it('is built from the sources alone', () => {
    const built = FILES.filter(({ path }) => !/\.testing\.ts$|\/testing\//.test(path));
    expect(built.flatMap(({ path, imports }) => imports.filter((name) => /^(?:test|bench)\//.test(name)).map((name) => `${path}: ${name}`))).toEqual([]);
    // The benchmark reads what the tests bring.
    expect(readProjectFile('docker/Dockerfile.dockerignore')).not.toMatch(/^!(?:bench|test)/m);
  });
});

describe('modules', () => {
  it('have a rank each', () => {
    expect([...new Set(FILES.map(({ path }) => moduleOf(path)))].filter((name) => name !== undefined && RANKS[name] === undefined)).toEqual([]);
  });

  it('import only lower ones', () => {
    expect(importsThat((from, to) => from !== to && rank(to) >= rank(from))).toEqual([]);
  });

  it('are not imported by the kernel', () => {
    const kernel = FILES.filter(({ path }) => path.startsWith('src/kernel/'));
    const upward = kernel.flatMap(({ path, imports }) => imports.filter((target) => target.startsWith('src/') && !target.startsWith('src/kernel/')).map((target) => `${path} imports ${target}`));
    expect(upward).toEqual([]);
  });

  it('need no forwardRef and no ModuleRef', () => {
    expect(placesOf(FILES, identifier('forwardRef'))).toEqual([]);
    expect(placesOf(outside('src/kernel/permissions/'), identifier('ModuleRef'))).toEqual([]);
  });

  it('are global in the kernel only', () => {
    const modules = outside('src/kernel/').filter(({ path }) => !(path in EXCEPTIONS.global));
    expect(placesOf(modules, (node) => ts.isDecorator(node) && /^@Global\b/.test(node.getText()))).toEqual([]);
  });
});

describe('files', () => {
  it('have at most 300 lines', () => {
    expect(FILES.filter(({ text }) => text.trimEnd().split('\n').length > 300).map(({ path }) => path)).toEqual([]);
  });

  it('are named by what they hold, never index.ts', () => {
    expect(FILES.map(({ path }) => path).filter((path) => path.endsWith('/index.ts'))).toEqual(['src/kernel/database/migrations/index.ts']);
  });

  it('read the environment in the configuration only', () => {
    const others = FILES.filter(({ path }) => !path.startsWith('src/kernel/config/') && !path.startsWith('src/cli/'));
    expect(placesOf(others, (node) => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env')).toEqual([]);
  });

  it('know every type and write no console', () => {
    expect(placesOf(FILES, (node) => node.kind === ts.SyntaxKind.AnyKeyword)).toEqual([]);
    expect(placesOf(FILES, (node) => ts.isPropertyAccessExpression(node) && node.expression.getText() === 'console')).toEqual([]);
  });

  it('make no request-scoped providers', () => {
    expect(placesOf(FILES, (node) => ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Scope')).toEqual([]);
  });
});

describe('controllers', () => {
  it('decide nothing: no if, no try, no conditional expression', () => {
    expect(placesOf(CONTROLLERS, (node) => ts.isIfStatement(node) || ts.isTryStatement(node) || ts.isConditionalExpression(node))).toEqual([]);
  });

  it('reach no database', () => {
    const reaching = CONTROLLERS.filter(({ imports }) => imports.some((target) => target === 'typeorm' || target === 'pg' || target.startsWith('src/kernel/database/') || target.endsWith('.entity.ts')));
    expect(reaching.map(({ path }) => path)).toEqual([]);
  });
});

describe('presenters', () => {
  it('are synchronous', () => {
    expect(placesOf(PRESENTERS, (node) => node.kind === ts.SyntaxKind.AsyncKeyword || identifier('Promise')(node))).toEqual([]);
  });
});

describe('entities', () => {
  it('have columns and relations downwards only: no inverse sides, eager loading or cascades', () => {
    const relations = (node: ts.Node): boolean => ts.isDecorator(node) && /^@(?:OneToMany|ManyToMany|OneToOne|ManyToOne)\b/.test(node.getText());
    expect(placesOf(ENTITIES, (node) => relations(node) && /^@(?:OneToMany|ManyToMany)\b|=>[^,]*,\s*\(?\w+\)?\s*=>|\b(?:eager|cascade)\b/.test(node.getText()))).toEqual([]);
  });

  it('stand alone, without base classes', () => {
    expect(placesOf(ENTITIES, (node) => ts.isHeritageClause(node))).toEqual([]);
  });
});

describe('the project', () => {
  it('tells one version', () => {
    expect(JSON.parse(readProjectFile('package.json') ?? '{}')).toMatchObject({ version: VERSION });
  });

  it('documents every setting that it reads', () => {
    const config = FILES.find(({ path }) => path === 'src/kernel/config/config.ts')?.text ?? '';
    const settings = [...config.matchAll(/(?:read\.\w+\(|environment\[)'([A-Z][A-Z0-9_]+)'/g)].map(([, name]) => name ?? '');
    expect(settings.length).toBeGreaterThan(15);
    const readme = readProjectFile('README.md');
    const undocumented = readme === undefined ? [] : settings.filter((name) => !new RegExp(`^\\|[^|]*\`${name}\``, 'm').test(readme));
    expect(undocumented).toEqual([]);
  });
});

function named(ending: string, exceptions: Readonly<Record<string, string>> = {}): SourceFile[] {
  return FILES.filter(({ path }) => path.endsWith(ending) && !(path in exceptions));
}

function outside(folder: string): SourceFile[] {
  return FILES.filter(({ path }) => !path.startsWith(folder));
}

function identifier(name: string): (node: ts.Node) => boolean {
  return (node) => ts.isIdentifier(node) && node.text === name;
}

/** `content` for `src/modules/content/…`; undefined outside of modules. */
function moduleOf(path: string): string | undefined {
  return /^src\/modules\/([^/]+)\//.exec(path)?.[1];
}

function rank(module: string): number {
  return RANKS[module] ?? Number.POSITIVE_INFINITY;
}

/** Imports between modules that the test picks. */
function importsThat(picks: (from: string, to: string) => boolean): string[] {
  return FILES.flatMap(({ path, imports }) =>
    imports.flatMap((target) => {
      const [from, to] = [moduleOf(path), moduleOf(target)];
      return from !== undefined && to !== undefined && picks(from, to) ? [`${path} imports ${target}`] : [];
    }),
  );
}
