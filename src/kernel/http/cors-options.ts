import type { NestExpressApplication } from '@nestjs/platform-express';

/** An hour: how long browsers may remember what they were told. */
const SECONDS = 3_600;

/** Lets pages of these origins ask the service. Without cookies: a token is sent by hand, so no page acts for a visitor unasked. */
export function corsOptions(origins: readonly string[]): Exclude<Parameters<NestExpressApplication['enableCors']>[0], undefined> {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['ETag', 'Location', 'Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
    maxAge: SECONDS,
  };
}
