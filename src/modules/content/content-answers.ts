import { Injectable } from '@nestjs/common';
import { Config } from '../../kernel/config/config.js';
import { CacheMetrics } from '../../kernel/metrics/cache-metrics.js';
import { SignedLinks } from '../../kernel/urls/signed-links.js';
import { RevisionAnswers } from './revision-answers.js';

/** What was read of contents: revisions, trees, pages, files. */
@Injectable()
export class ContentAnswers extends RevisionAnswers {
  constructor(config: Config, links: SignedLinks, metrics: CacheMetrics) {
    super(config, links, metrics, { name: 'content', capacity: 32_000_000 });
  }
}

/** What searches found. They are many and seldom asked again: with a store of their own they push out none of what is read often. */
@Injectable()
export class SearchAnswers extends RevisionAnswers {
  constructor(config: Config, links: SignedLinks, metrics: CacheMetrics) {
    super(config, links, metrics, { name: 'searches', capacity: 8_000_000 });
  }
}
