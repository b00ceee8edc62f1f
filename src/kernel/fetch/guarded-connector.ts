import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { isForbiddenAddress, isLoopbackName } from './address-policy.js';
import type { AllowList } from './allow-list.js';

const CONNECT_TIMEOUT = 10_000;

/** How long one of a host's addresses is tried before the next; Node's own 250 ms is too short for far hosts. */
const ATTEMPT_TIMEOUT = 1_000;

export class ForbiddenAddressError extends Error {
  constructor(hostname: string, address: string) {
    super(`${hostname} leads to ${address}`);
    this.name = 'ForbiddenAddressError';
  }
}

/**
 * Opens connections for undici, to checked addresses only. The check is part of the look-up of the connection
 * itself: the address checked is the address connected to, whatever the name resolves to a moment later.
 */
export function guardedConnector(build: typeof buildConnector, allowList: AllowList, lookup: LookupFunction): buildConnector.connector {
  const options = {
    timeout: CONNECT_TIMEOUT,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT,
  };
  const connectAnywhere = build({ ...options, lookup });
  const connectOutside = build({ ...options, lookup: checkedLookup(lookup) });

  return (target, callback) => {
    const { hostname, protocol, port } = target;
    const isAllowed = allowList.allows(hostname, Number(port || (protocol === 'https:' ? 443 : 80)));
    // Node doesn't look up what is an IP address already; the machine's own names need no resolver.
    const isForbidden = isIP(hostname) === 0 ? isLoopbackName(hostname) : isForbiddenAddress(hostname);
    if (!isAllowed && isForbidden) {
      process.nextTick(callback, new ForbiddenAddressError(hostname, hostname), null);
      return;
    }
    (isAllowed ? connectAnywhere : connectOutside)(target, callback);
  };
}

/** A look-up that fails if any of the resolved addresses is forbidden, not only the one that would be tried first. */
export function checkedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true, family: 0 }, (error, resolved, family) => {
      if (error) {
        callback(error, []);
        return;
      }
      const addresses: LookupAddress[] = Array.isArray(resolved) ? resolved : [{ address: resolved, family: family ?? 4 }];
      const [first] = addresses;
      const forbidden = addresses.find(({ address }) => isForbiddenAddress(address));
      if (first === undefined) {
        callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), []);
      } else if (forbidden !== undefined) {
        callback(new ForbiddenAddressError(hostname, forbidden.address), []);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}
