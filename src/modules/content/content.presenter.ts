import { Injectable } from '@nestjs/common';
import { Urls } from '../../kernel/urls/urls.js';
import type { SpacePublication } from '../spaces/space-facts.js';
import type { ContentSpace } from './content-reference.js';
import type { FileDto } from './dto/file.dto.js';
import type { PageDto, PageLayoutDto } from './dto/page.dto.js';
import type { RevisionDto } from './dto/revision.dto.js';
import { FileLinks } from './files/file-links.js';
import { type PageLayout, type PageNode, pageTarget } from './model/page.js';
import type { StoredFile } from './store/file-rows.js';
import type { StoredRevision } from './store/content-reader.js';

/** How much of the content an answer tells. */
export interface Presentation {
  metadata: boolean;
}

const LAYOUT: PageLayoutDto = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
};

@Injectable()
export class ContentPresenter {
  constructor(
    private readonly urls: Urls,
    private readonly fileLinks: FileLinks,
  ) {}

  revision(
    space: ContentSpace,
    publication: SpacePublication | undefined,
    revision: StoredRevision,
    pages: readonly PageNode[],
    files: readonly StoredFile[],
    options: Presentation,
  ): RevisionDto {
    return {
      object: 'revision',
      id: revision.id,
      type: revision.type,
      parents: revision.parents,
      pages: this.pages(space, pages, options),
      files: files.map((file) => this.file(space, file, options)),
      reusableContents: [],
      variables: revision.variables,
      createdAt: revision.createdAt.toISOString(),
      urls: { app: this.app(space), ...publishedUrls(publication) },
    };
  }

  pages(space: ContentSpace, pages: readonly PageNode[], options: Presentation): PageDto[] {
    return pages.map((page) => this.page(space, page, options));
  }

  page(space: ContentSpace, page: PageNode, options: Presentation): PageDto {
    const { emoji, icon, description, documentId, cover, variables, target, computed, generated, gitPath, gitOid } = page;
    const isDocument = page.type === 'document';
    return {
      id: page.pageId,
      title: page.title,
      ...(emoji === null ? {} : { emoji }),
      ...(icon === null ? {} : { icon }),
      createdAt: page.createdAt.toISOString(),
      updatedAt: page.updatedAt.toISOString(),
      type: page.type,
      urls: { app: this.app(space, page.path) },
      slug: page.slug,
      path: page.path,
      ...(description === null ? {} : { description }),
      ...(documentId === null ? {} : { documentId }),
      pages: this.pages(space, page.pages, options),
      ...(options.metadata && gitPath !== null && gitOid !== null ? { git: { oid: gitOid, path: gitPath } } : {}),
      ...(isDocument ? { layout: layout(page.layout) } : {}),
      ...(cover === null ? {} : { cover }),
      ...(variables === null ? {} : { variables }),
      hidden: page.hidden,
      noIndex: page.noIndex,
      noRobotsIndex: page.noRobotsIndex,
      ...(computed === null ? {} : { computed }),
      ...(generated === undefined ? {} : { computedSeed: generated.versionId }),
      ...(target === null ? {} : { target: pageTarget(target), href: target }),
    };
  }

  file(space: ContentSpace, file: StoredFile, options: Presentation): FileDto {
    const { width, height, gitPath, gitOid } = file;
    return {
      id: file.fileId,
      name: file.name,
      contentType: file.contentType,
      downloadURL: this.fileLinks.download(space.id, file),
      size: file.size,
      ...(width === null || height === null ? {} : { dimensions: { width, height } }),
      ...(options.metadata && gitPath !== null && gitOid !== null ? { git: { oid: gitOid, path: gitPath } } : {}),
    };
  }

  /** Address in the application of the space, or of a page in it. */
  app(space: ContentSpace, path = '', anchor = ''): string {
    const segments = path === '' ? [] : path.split('/');
    const fragment = anchor === '' ? '' : `#${encodeURIComponent(anchor)}`;
    return this.urls.app('o', space.organizationId, 's', space.id, ...(space.within ?? []), ...segments) + fragment;
  }
}

function publishedUrls(publication: SpacePublication | undefined): { published?: string; public?: string } {
  if (publication === undefined) return {};
  const { visibility, url } = publication;
  return { published: url, ...(visibility === 'public' ? { public: url } : {}) };
}

function layout(chosen: PageLayout | null): PageLayoutDto {
  return { ...LAYOUT, ...chosen };
}
