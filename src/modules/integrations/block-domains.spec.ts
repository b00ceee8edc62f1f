import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { blockDomains, domainsAbove } from './block-domains.js';

describe('blockDomains', () => {
  it('are the hosts of the patterns, each once', () => {
    const patterns = ['https://www.figma.com/file/**', 'HTTP://WWW.Figma.com/**', 'https://*.atlassian.net:8080/browse/*', 'https://*/x', 'https://a.b?c'];
    expect(blockDomains(patterns)).toEqual(['www.figma.com', '*.atlassian.net', '*', 'a.b']);
  });

  it('are none without patterns', () => {
    expect(blockDomains([])).toEqual([]);
  });
});

describe('domainsAbove', () => {
  it('are the domain and the wildcards that take it in', () => {
    expect(domainsAbove('Team.Atlassian.net')).toEqual(['team.atlassian.net', '*.team.atlassian.net', '*.atlassian.net', '*.net', '*']);
  });

  const labels = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 4 });

  it('take in a domain by a wildcard of it and of everything above, and by no other', () => {
    fc.assert(
      fc.property(labels, labels, (one, other) => {
        const [domain, wild] = [one.join('.'), other.join('.')];
        const below = domain === wild || domain.endsWith(`.${wild}`);
        expect(domainsAbove(domain).some((candidate) => blockDomains([`https://*.${wild}/**`]).includes(candidate))).toBe(below);
      }),
    );
  });
});
