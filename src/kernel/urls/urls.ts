import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

/** Absolute addresses, as a client reaches them. */
@Injectable()
export class Urls {
  constructor(private readonly config: Config) {}

  /** Address of an operation: `api('orgs', id)` is `{PUBLIC_URL}/v1/orgs/{id}`. */
  api(...segments: readonly string[]): string {
    return address(`${this.config.publicUrl}/v1`, segments);
  }

  /** Address of something beside the API: `beside('integrations', name)` is `{PUBLIC_URL}/integrations/{name}`. */
  beside(...segments: readonly string[]): string {
    return address(this.config.publicUrl, segments);
  }

  /** Address in the application that shows the content: `{APP_URL}/o/{organization}`. */
  app(...segments: readonly string[]): string {
    return address(this.config.appUrl, segments);
  }
}

/** What is encoded as itself, such as ids; most segments are, and looking costs less than encoding. */
const PLAIN = /^[\w-]*$/;

function address(base: string, segments: readonly string[]): string {
  let made = base;
  for (const segment of segments) made += `/${PLAIN.test(segment) ? segment : encodeURIComponent(segment)}`;
  return made;
}
