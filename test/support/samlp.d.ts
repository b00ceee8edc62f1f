declare module 'samlp' {
  import type { RequestHandler, Request } from 'express';

  interface ParsedRequest {
    id?: string;
    issuer?: string;
    assertionConsumerServiceURL?: string;
  }

  export interface SamlpOptions {
    issuer: string;
    cert: string;
    key: string;
    audience?: string;
    recipient?: string;
    destination?: string;
    inResponseTo?: string;
    lifetimeInSeconds?: number;
    signResponse?: boolean;
    signAssertion?: boolean;
    signatureAlgorithm?: string;
    digestAlgorithm?: string;
    samlStatusCode?: string;
    profileMapper?: () => object;
    getUserFromRequest?(request: Request): object;
    getPostURL?(audience: string, document: unknown, request: Request, callback: (error: Error | null, address?: string) => void): void;
  }

  const samlp: {
    getSamlResponse(options: SamlpOptions, user: object, callback: (error: Error | null, xml?: string) => void): void;
    auth(options: SamlpOptions): RequestHandler;
    parseRequest(request: Request, options: object, callback: (error: Error | null | undefined, data?: ParsedRequest) => void): void;
  };
  export default samlp;
}
