import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** Absolute addresses, as a client reaches them. */
@Injectable()
export class Urls {
  constructor(private readonly config: Config) {}

  /** Address of an operation: `api('orgs', id)` is `{PUBLIC_URL}/v1/orgs/{id}`. */
  api(...segments: readonly string[]): string {
    return [this.config.publicUrl, 'v1', ...segments.map(encodeURIComponent)].join('/');
  }

  /** Address of something beside the API: `beside('integrations', name)` is `{PUBLIC_URL}/integrations/{name}`. */
  beside(...segments: readonly string[]): string {
    return [this.config.publicUrl, ...segments.map(encodeURIComponent)].join('/');
  }

  /** Address in the application that shows the content: `{APP_URL}/o/{organization}`. */
  app(...segments: readonly string[]): string {
    return [this.config.appUrl, ...segments.map(encodeURIComponent)].join('/');
  }
}
