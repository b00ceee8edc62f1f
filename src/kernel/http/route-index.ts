import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';

/** What is used of Express's own layers and routes; not in its public types. */
interface Layer {
  readonly route?: Route;
}

interface Route {
  readonly path: unknown;
  readonly stack: readonly { readonly handle: RequestHandler; readonly method?: string }[];
}

interface Indexed {
  readonly route: Route;
  readonly method: string;
  readonly handle: RequestHandler;
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
    const found = find(index, request);
    if (found === undefined) next();
    else handle(found, request, response, next);
  };
}

/** What it throws, and what its promise is rejected with, is handed on. */
function handle({ handle }: Indexed, request: Request, response: Response, next: NextFunction): void {
  try {
    const handled: unknown = handle(request, response, next);
    if (handled instanceof Promise) handled.catch(next);
  } catch (error) {
    next(error);
  }
}

function find(index: Index, request: Request): Indexed | undefined {
  const { url } = request;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (path.includes('%')) return undefined;
  const segments = path.split('/');
  const found = index.get(`${request.method} ${String(segments.length)}`)?.find((candidate) => fits(candidate, segments));
  if (found === undefined) return undefined;
  request.params = parameters(found, segments);
  request.route = found.route;
  return found;
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
  for (const route of plainRoutes(layers)) {
    const { method, segments } = route;
    const key = `${method.toUpperCase()} ${String(segments.length)}`;
    index.set(key, [...(index.get(key) ?? []), route]);
  }
  return index;
}

/** Those whose requests no layer before them could take by rules of its own. */
function plainRoutes(layers: readonly Layer[]): Indexed[] {
  const routes: Indexed[] = [];
  const patterns: Segment[][] = [];
  for (const layer of layers) {
    if (layer.route === undefined) {
      // Those before the first route are known. What a module puts between routes may be for any of those that follow.
      if (routes.length > 0) break;
      continue;
    }
    const segments = plainBeginning(layer.route);
    const route = plainRoute(layer.route, segments);
    if (route === undefined) patterns.push(segments);
    else if (!patterns.some((pattern) => mayMeet(pattern, segments))) routes.push(route);
  }
  return routes;
}

/** Undefined for one with several handlers, and for a pattern that isn't made of whole texts and whole parameters. */
function plainRoute(route: Route, segments: readonly Segment[]): Indexed | undefined {
  const [only, ...more] = route.stack;
  const isPlain = typeof route.path === 'string' && segments.length === route.path.split('/').length;
  if (!isPlain || only?.method === undefined || more.length > 0) return undefined;
  return { route, method: only.method, handle: only.handle, segments };
}

/** The segments before the first that is neither a whole text nor a whole parameter. */
function plainBeginning({ path }: Route): Segment[] {
  const texts = typeof path === 'string' ? path.split('/') : [];
  const end = texts.findIndex((text) => !/^(:\w+|[\w.-]*)$/.test(text));
  return texts.slice(0, end < 0 ? texts.length : end).map((text) => ({ isParameter: text.startsWith(':'), text: text.replace(/^:/, '') }));
}

/** Whether an address could begin in both ways. */
function mayMeet(pattern: readonly Segment[], segments: readonly Segment[]): boolean {
  return pattern.every(({ isParameter, text }, place) => {
    const other = segments[place];
    return other === undefined || isParameter || other.isParameter || text.toLowerCase() === other.text.toLowerCase(); // as Express compares
  });
}
