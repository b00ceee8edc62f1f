import { Injectable } from '@nestjs/common';
import { SignedLinks } from '../../kernel/urls/signed-links.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { OpenApiVersionDto } from './dto/openapi-version.dto.js';
import type { OpenApiSpecEntity } from './openapi-spec.entity.js';
import type { OpenApiVersionEntity } from './openapi-version.entity.js';

@Injectable()
export class OpenApiVersionPresenter {
  constructor(
    private readonly urls: Urls,
    private readonly links: SignedLinks,
  ) {}

  present({ organizationId, slug }: OpenApiSpecEntity, { id, createdAt }: OpenApiVersionEntity): OpenApiVersionDto {
    return {
      object: 'openapi-spec-version',
      id,
      createdAt: createdAt.toISOString(),
      url: this.links.sign(versionPath(id)),
      urls: { location: this.urls.api('orgs', organizationId, 'openapi', slug, 'versions', id) },
    };
  }
}

/** Path at which a version's main document answers without a token. */
export function versionPath(versionId: string): string {
  return `/openapi/${versionId}`;
}
