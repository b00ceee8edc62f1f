import type { RequestHandler } from 'express';
import type { Config } from '../config/config.js';

/** A year, as lists of such hosts ask for. */
const HTTPS_SECONDS = 31_536_000;

/**
 * What every answer tells browsers. Answers of the interface are nothing to draw or to frame; files, the documentation
 * and the pages of sign-in have policies of their own.
 */
export function fixedHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): RequestHandler {
  const isHttps = publicUrl.startsWith('https:');
  return (request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    if (isHttps) response.setHeader('Strict-Transport-Security', `max-age=${String(HTTPS_SECONDS)}`);
    if (request.url.startsWith('/v1/')) response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    else if (request.url.startsWith('/docs')) response.setHeader('X-Frame-Options', 'DENY');
    next();
  };
}
