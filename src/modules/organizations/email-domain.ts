import { domainToASCII } from 'node:url';
import { isFQDN } from 'class-validator/cjs/decorator/string/IsFQDN.js';

/** Longest name that DNS carries, in ASCII. */
const LONGEST_DOMAIN = 253;

/** The domain as it is compared: lower case, in ASCII (`müller.example` is `xn--mller-kva.example`). Undefined for what is no domain. */
export function normalizeEmailDomain(text: string): string | undefined {
  const domain = domainToASCII(text).toLowerCase();
  return domain.length <= LONGEST_DOMAIN && isFQDN(domain) ? domain : undefined;
}
