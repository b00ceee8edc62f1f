import type { Page } from '../model/page.js';
import type { StoredBody } from './document-body.js';

/** A version of a page that is being written, with its body. */
export interface WrittenPage {
  readonly page: Page;
  readonly body: StoredBody | undefined;
}
