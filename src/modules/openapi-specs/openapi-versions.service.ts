import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { WrittenAnswer } from '../../kernel/http/answer.js';
import { entityTag } from '../../kernel/http/entity-tag.js';
import { isId } from '../../kernel/ids/id.js';
import { SignedLinks } from '../../kernel/urls/signed-links.js';
import type { OpenApiVersionDto } from './dto/openapi-version.dto.js';
import { OpenApiSpecAccess } from './openapi-spec.access.js';
import type { OpenApiSpecEntity } from './openapi-spec.entity.js';
import { OpenApiVersionEntity } from './openapi-version.entity.js';
import { OpenApiVersionPresenter, versionPath } from './openapi-version.presenter.js';

const DOCUMENTS: Statement = {
  name: 'openapi_documents_of_version',
  text: 'SELECT place, url, document FROM openapi_documents WHERE version_id = $1 ORDER BY position',
};

interface DocumentRow {
  place: string;
  url: string | null;
  /** JSON text. */
  document: string;
}

/** Versions of specs, and what they hold. */
@Injectable()
export class OpenApiVersionsService {
  constructor(
    private readonly db: Database,
    private readonly access: OpenApiSpecAccess,
    private readonly presenter: OpenApiVersionPresenter,
    private readonly links: SignedLinks,
  ) {}

  async get(actor: Actor, organizationId: string, slug: string, versionId: string): Promise<OpenApiVersionDto> {
    const spec = await this.access.load(actor, organizationId, slug, 'view');
    return this.presenter.present(spec, await this.load(spec, versionId));
  }

  async getLatest(actor: Actor, organizationId: string, slug: string): Promise<OpenApiVersionDto> {
    const spec = await this.access.load(actor, organizationId, slug, 'view');
    return this.presenter.present(spec, await this.load(spec, spec.lastVersionId));
  }

  async getContent(actor: Actor, organizationId: string, slug: string, versionId: string): Promise<WrittenAnswer> {
    const spec = await this.access.load(actor, organizationId, slug, 'view');
    return this.content(await this.load(spec, versionId));
  }

  async getLatestContent(actor: Actor, organizationId: string, slug: string): Promise<WrittenAnswer> {
    const spec = await this.access.load(actor, organizationId, slug, 'view');
    return this.content(await this.load(spec, spec.lastVersionId));
  }

  private async load({ id: specId }: OpenApiSpecEntity, versionId: string | null): Promise<OpenApiVersionEntity> {
    const version = versionId !== null && isId(versionId) ? await this.db.repo(OpenApiVersionEntity).findOneBy({ id: versionId, specId }) : null;
    if (version === null) throw new NotFoundError(versionId === null ? 'There is no version of this OpenAPI spec yet.' : 'There is no such version of this OpenAPI spec.');
    return version;
  }

  /** Documents are put in as they are stored: parsing and writing megabytes would hold up everybody else. */
  private async content({ id }: OpenApiVersionEntity): Promise<WrittenAnswer> {
    const documents = await this.db.query<DocumentRow>(DOCUMENTS, [id]);
    const files = documents.map(({ place, url, document }) => `${JSON.stringify(place)}:{${url === null ? '' : `"url":${JSON.stringify(url)},`}"document":${document}}`);
    const link = this.links.sign(versionPath(id));
    const json = `{"filesystem":{"entrypoint":${JSON.stringify(documents[0]?.place)},"files":{${files.join(',')}}},"url":${JSON.stringify(link)}}`;
    // A version never changes, so its id and the link tell everything.
    return new WrittenAnswer(json, entityTag(`${id}\n${link}`));
  }
}
