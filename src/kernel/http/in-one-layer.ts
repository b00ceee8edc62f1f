import type { NextFunction, RequestHandler } from 'express';

/** Several steps as one layer of the router: between layers it parses and matches the address again, for nothing. */
export function inOneLayer(...steps: readonly RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    let at = 0;
    const advance: NextFunction = (error?: unknown) => {
      const step = error === undefined ? steps[at] : undefined;
      at += 1;
      if (step === undefined) next(error);
      else void step(request, response, advance);
    };
    advance();
  };
}
