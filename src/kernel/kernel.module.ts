import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AuditLog } from './audit/audit-log.js';
import { RefusedActs } from './audit/refused-acts.js';
import { RequestActs } from './audit/request-acts.js';
import { BearerGuard } from './auth/bearer-guard.js';
import { LimitedTokens } from './auth/limited-tokens.js';
import { VisitPort } from './auth/visit-port.js';
import { Clock } from './clock/clock.js';
import { Config } from './config/config.js';
import { Database } from './database/database.js';
import { ErrorFilter } from './errors/error-filter.js';
import { Fetcher } from './fetch/fetcher.js';
import { GuardedFetcher } from './fetch/guarded-fetcher.js';
import { ApiInformationController } from './health/api-information.controller.js';
import { HealthController } from './health/health.controller.js';
import { PathMethods } from './http/path-methods.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { CacheMetrics } from './metrics/cache-metrics.js';
import { ModuleMetrics } from './metrics/module-metrics.js';
import { ProcessMetrics } from './metrics/process-metrics.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { ExtensionsOff } from './openapi/extensions-off.js';
import { RateLimits } from './limits/rate-limits.js';
import { Cursors } from './pagination/cursors.js';
import { WrittenItems } from './pagination/written-items.js';
import { RightsCaches } from './permissions/rights-caches.js';
import { SlotFiller } from './permissions/slots.js';
import { Secrets } from './secrets/secrets.js';
import { Vault } from './secrets/vault.js';
import { ObjectStorage } from './storage/object-storage.js';
import { openObjectStorage } from './storage/open-object-storage.js';
import { SignedLinks } from './urls/signed-links.js';
import { traceStatements } from './tracing/trace-statements.js';
import { Tracing } from './tracing/tracing.js';
import { Urls } from './urls/urls.js';
import { VERSION } from './version.js';

/** Everything without a product noun, and the request pipeline. */
@Global()
@Module({})
export class KernelModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: KernelModule,
      controllers: [HealthController, ApiInformationController, MetricsController],
      providers: [
        { provide: Config, useValue: config },
        { provide: Fetcher, useFactory: () => new GuardedFetcher({ allowHosts: config.fetchAllowHosts, userAgent: `Docspine/${VERSION}` }) },
        { provide: ObjectStorage, useFactory: () => openObjectStorage(config.storageUrl, config.dataDirectory) },
        AuditLog,
        Clock,
        LimitedTokens,
        Metrics,
        PathMethods,
        CacheMetrics,
        ModuleMetrics,
        ProcessMetrics,
        RateLimits,
        RefusedActs,
        RequestActs,
        RequestMetrics,
        RightsCaches,
        { provide: Secrets, useFactory: (db: Database) => Secrets.read(config, db), inject: [Database] },
        { provide: Cursors, useFactory: (secrets: Secrets) => new Cursors(secrets.signing), inject: [Secrets] },
        SignedLinks,
        SlotFiller,
        {
          provide: Tracing,
          useFactory: async (db: Database) => {
            const tracing = await Tracing.of(config.tracing);
            if (tracing.isOn) traceStatements(db.pool, tracing);
            return tracing;
          },
          inject: [Database],
        },
        Urls,
        Vault,
        VisitPort,
        WrittenItems,
        ...(config.extensions ? [] : [{ provide: APP_GUARD, useClass: ExtensionsOff }]),
        { provide: APP_GUARD, useClass: BearerGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [AuditLog, CacheMetrics, Config, Cursors, Fetcher, ObjectStorage, Clock, LimitedTokens, ModuleMetrics, RateLimits, RightsCaches, Secrets, SignedLinks, SlotFiller, Tracing, Urls, Vault, VisitPort, WrittenItems],
    };
  }
}
