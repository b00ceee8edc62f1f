import { Injectable } from '@nestjs/common';
import { permissionsOf } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { OpenApiSpecDto } from './dto/openapi-spec.dto.js';
import { OpenApiSpecAccess } from './openapi-spec.access.js';
import type { OpenApiSpecEntity } from './openapi-spec.entity.js';

@Injectable()
export class OpenApiSpecPresenter {
  constructor(private readonly urls: Urls) {}

  present(spec: OpenApiSpecEntity): OpenApiSpecDto {
    const { id, organizationId, slug, sourceUrl, lastVersionId, lastProcessedAt, lastErrorCode, lastErrorMessage } = spec;
    return {
      object: 'openapi-spec',
      id,
      createdAt: spec.createdAt.toISOString(),
      updatedAt: spec.updatedAt.toISOString(),
      slug,
      ...(sourceUrl === null ? {} : { sourceURL: sourceUrl }),
      processingState: spec.processingState,
      ...(lastVersionId === null ? {} : { lastVersion: lastVersionId }),
      ...(lastProcessedAt === null ? {} : { lastProcessedAt: lastProcessedAt.toISOString() }),
      ...(lastErrorCode === null ? {} : { lastProcessErrorCode: lastErrorCode, lastProcessedErrors: [{ message: lastErrorMessage ?? '', code: lastErrorCode }] }),
      permissions: permissionsOf(OpenApiSpecAccess, spec),
      urls: { location: this.urls.api('orgs', organizationId, 'openapi', slug), app: this.urls.app('o', organizationId, 'openapi', slug) },
    };
  }
}
