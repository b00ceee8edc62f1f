import type { Server } from 'node:http';
import express from 'express';
import samlp from 'samlp';
import { makeSigningKey, type SigningKey } from './certificates.js';
import { freePort } from './test-app.js';

export interface IdentityProvider extends SigningKey {
  entityID: string;
  ssoURL: string;
  close(): Promise<void>;
}

/** Who may sign in at the identity provider, all with one password. */
export interface Account {
  email: string;
  name?: string;
}

export const PASSWORD = 'correct horse';

const LOGIN = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Identity provider</title></head><body><main><h1>Sign in at the identity provider</h1>
<form method="post"><label>E-mail <input name="email" type="email"></label> <label>Password <input name="password" type="password"></label> <button>Sign in</button></form>
</main></body></html>`;

/** A real SAML identity provider with a login page, on loopback. */
export async function startIdentityProvider(accounts: readonly Account[] = []): Promise<IdentityProvider> {
  const [port, signing] = [await freePort(), makeSigningKey()];
  const entityID = `http://127.0.0.1:${String(port)}/metadata`;
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.get('/sso', (_request, response) => {
    response.type('html').send(LOGIN);
  });
  app.post('/sso', (request, response, next) => {
    const { email, password } = request.body as Record<string, unknown>;
    const account = accounts.find((candidate) => candidate.email === email && password === PASSWORD);
    if (account === undefined) {
      response.status(401).type('html').send(LOGIN);
      return;
    }
    samlp.parseRequest(request, {}, (error, data) => {
      const { id, issuer, assertionConsumerServiceURL: acsURL } = data ?? {};
      if (error !== null && error !== undefined) next(error);
      else
        samlp.auth({
          issuer: entityID,
          cert: signing.certificate,
          key: signing.key,
          audience: issuer,
          recipient: acsURL,
          destination: acsURL,
          inResponseTo: id,
          getUserFromRequest: () => ({ id: account.email, emails: [{ value: account.email }], displayName: account.name ?? account.email, name: {} }),
          getPostURL: (_audience, _document, _request, callback) => callback(null, acsURL),
        })(request, response, next);
    });
  });
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(port, '127.0.0.1', () => {
      resolve(listening);
    });
  });
  return {
    ...signing,
    entityID,
    ssoURL: `http://127.0.0.1:${String(port)}/sso`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
