import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { bearerToken } from '../auth/bearer-guard.js';
import { Config } from '../config/config.js';
import { NOTHING_THERE, NotFoundError, UnauthenticatedError } from '../errors/errors.js';
import { RateLimits } from '../limits/rate-limits.js';
import { CacheMetrics } from './cache-metrics.js';
import { ModuleMetrics } from './module-metrics.js';
import { ProcessMetrics } from './process-metrics.js';
import { RequestMetrics } from './request-metrics.js';
import { metricsOfAll, tellMetrics } from './worker-metrics.js';

/** Tells whoever has the token for it what the service does. */
@Injectable()
export class Metrics {
  constructor(
    private readonly config: Config,
    private readonly limits: RateLimits,
    private readonly requests: RequestMetrics,
    private readonly process: ProcessMetrics,
    private readonly caches: CacheMetrics,
    private readonly modules: ModuleMetrics,
  ) {
    tellMetrics(() => this.text());
  }

  /** @throws NotFoundError without the setting, UnauthenticatedError */
  async send(request: Request, response: Response): Promise<void> {
    this.admit(request);
    const text = await metricsOfAll(() => this.text());
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    response.end(text);
  }

  private async text(): Promise<string> {
    return this.requests.text() + this.caches.text() + this.modules.text() + (await this.process.text());
  }

  private admit(request: Request): void {
    const { metricsToken } = this.config;
    if (metricsToken === undefined) throw new NotFoundError(NOTHING_THERE);
    if (isSame(bearerToken(request.headers.authorization) ?? '', metricsToken)) return;
    this.limits.countRefusal(request);
    throw new UnauthenticatedError('Send METRICS_TOKEN in the header "Authorization: Bearer <token>".');
  }
}

/** In a time that tells nothing. */
function isSame(one: string, other: string): boolean {
  const [hash, otherHash] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return hash !== undefined && otherHash !== undefined && timingSafeEqual(hash, otherHash);
}
