import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';

/** What is used of Express's own layers and routes; not in its public types. */
interface Layer {
  readonly route?: Route;
  match(path: string): unknown;
}

interface Route {
  readonly path: unknown;
  readonly methods: Readonly<Record<string, boolean>>;
  dispatch(request: Request, response: Response, next: NextFunction): void;
}

interface Indexed {
  readonly route: Route;
  /** For each segment the text that it must be, or the name of the parameter that takes it. */
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly isParameter: boolean;
  readonly text: string;
}

/** Routes by method and number of segments, in the order in which they were registered. */
type Index = ReadonlyMap<string, readonly Indexed[]>;

/**
 * The last step before the routes: hands a request to its route without trying the patterns of all routes before it
 * in turn. Takes only what can be told by comparing segments; all else (escapes, other cases, slashes at the end,
 * `HEAD`) is left to Express. The routes are read at the first request, when all are registered.
 */
export function routeIndex(express: Express): RequestHandler {
  let index: Index | undefined;
  return (request, response, next) => {
    index ??= indexOf(express.router.stack as unknown as Layer[]);
    const route = find(index, request);
    if (route === undefined) next();
    else route.dispatch(request, response, next);
  };
}

function find(index: Index, request: Request): Route | undefined {
  const { url } = request;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (path.includes('%')) return undefined;
  const segments = path.split('/');
  const found = index.get(`${request.method} ${String(segments.length)}`)?.find((candidate) => fits(candidate, segments));
  if (found === undefined) return undefined;
  request.params = parameters(found, segments);
  return found.route;
}

function fits({ segments }: Indexed, texts: readonly string[]): boolean {
  return segments.every(({ isParameter, text }, place) => (isParameter ? texts[place] !== '' : texts[place] === text));
}

/** Without a prototype, as Express makes them. */
function parameters({ segments }: Indexed, texts: readonly string[]): Record<string, string> {
  const found = Object.create(null) as Record<string, string>;
  segments.forEach(({ isParameter, text }, place) => {
    if (isParameter) found[text] = texts[place] ?? '';
  });
  return found;
}

function indexOf(layers: readonly Layer[]): Index {
  const index = new Map<string, Indexed[]>();
  for (const { route, segments } of plainRoutes(layers)) {
    for (const method of Object.keys(route.methods)) {
      const key = `${method.toUpperCase()} ${String(segments.length)}`;
      index.set(key, [...(index.get(key) ?? []), { route, segments }]);
    }
  }
  return index;
}

/** Those before the first layer that could take their requests by rules of its own. */
function plainRoutes(layers: readonly Layer[]): Indexed[] {
  const routes: Indexed[] = [];
  for (const layer of layers) {
    if (layer.route === undefined) {
      // Whatever stands for all addresses before the first route has had the request already.
      if (routes.length > 0 && layer.match('/') !== false) break;
      continue;
    }
    const segments = plainSegments(layer.route);
    if (segments === undefined) break;
    routes.push({ route: layer.route, segments });
  }
  return routes;
}

/** Undefined for a pattern that isn't made of whole texts and whole parameters. */
function plainSegments({ path, methods }: Route): Segment[] | undefined {
  if (typeof path !== 'string' || '_all' in methods) return undefined;
  const texts = path.split('/');
  if (!texts.every((text) => /^(:\w+|[\w.-]*)$/.test(text))) return undefined;
  return texts.map((text) => ({ isParameter: text.startsWith(':'), text: text.replace(/^:/, '') }));
}
