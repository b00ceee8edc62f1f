import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SamlAddresses } from '../saml-addresses.js';
import { CODE_TIME } from './sign-in-codes.js';
import { codePage, PAGE_POLICY } from './sign-in-pages.js';
import { SIGN_IN_TIME } from './sign-in-requests.js';
import { SignInService } from './sign-in.service.js';

/** What passes between a browser that signs in and the service. */
@Injectable()
export class SignInBrowser {
  constructor(
    private readonly signIn: SignInService,
    private readonly addresses: SamlAddresses,
  ) {}

  async sendMetadata(providerId: string, response: Response): Promise<void> {
    const xml = await this.signIn.metadata(providerId);
    response.setHeader('Content-Type', 'application/samlmetadata+xml; charset=utf-8');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.end(xml);
  }

  async begin(providerId: string, response: Response): Promise<void> {
    const { id, browserSecret, address } = await this.signIn.begin(providerId);
    response.setHeader('Set-Cookie', this.cookie(providerId, id, browserSecret, SIGN_IN_TIME / 1000));
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Location', address);
    response.status(302).end();
  }

  /** Nothing but the answer itself is read: `RelayState` leads nowhere. */
  async finish(providerId: string, request: Request, response: Response): Promise<void> {
    const { requestId, email, code } = await this.signIn.finish(providerId, formField(request.body, 'SAMLResponse'), (id) => cookieOf(request, cookieName(id)));
    response.setHeader('Set-Cookie', this.cookie(providerId, requestId, '', 0));
    sendPage(response, 200, codePage({ email, code, exchange: this.addresses.exchange, minutes: CODE_TIME / 60_000 }));
  }

  /**
   * One for each request, so that two sign-ins at once don't disturb each other. The answer comes as a form
   * from another site, with which browsers send cookies that are marked for it alone, and take the mark over https alone.
   */
  private cookie(providerId: string, requestId: string, secret: string, seconds: number): string {
    const { pathname, protocol } = new URL(this.addresses.of(providerId).acsURL);
    const site = protocol === 'https:' ? '; Secure; SameSite=None' : '';
    return `${cookieName(requestId)}=${secret}; Path=${pathname}; Max-Age=${String(seconds)}; HttpOnly${site}`;
  }
}

/** A page that is kept nowhere. */
export function sendPage(response: Response, status: number, html: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.status(status).end(html);
}

function cookieName(requestId: string): string {
  return `saml${requestId}`;
}

function cookieOf(request: Request, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function formField(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}
