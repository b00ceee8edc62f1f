import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';

/** What is used of Express's own; not in its public types. */
interface Inside {
  handle(request: Request, response: Response, done?: NextFunction): void;
}

/**
 * Runs the steps before Express takes up a request, so that the last of them can hand it to its route without Express: its
 * way there costs more than all the steps. Whatever none of them ends goes on there, and so does what fails in them.
 * Takes only what comes from `expressServer`.
 */
export function aheadOfRouter(express: Express, ...steps: readonly RequestHandler[]): void {
  // What is used already, as for CORS, comes first.
  const all = [...express.router.stack.splice(0).map(({ handle }) => handle as RequestHandler), ...steps];
  const faults = new WeakMap<Request, unknown>();
  express.use((request, _response, next) => {
    next(faults.get(request));
  });
  const inside = express as unknown as Inside;
  const handle = inside.handle.bind(express);
  inside.handle = (request, response, done) => {
    request.res = response;
    response.req = request;
    let at = 0;
    const advance: NextFunction = (fault?: unknown) => {
      const step = fault === undefined ? all[at] : undefined;
      at += 1;
      if (step === undefined) {
        if (fault !== undefined) faults.set(request, fault);
        handle(request, response, done);
        return;
      }
      try {
        void step(request, response, advance);
      } catch (error) {
        advance(error);
      }
    };
    advance();
  };
}
