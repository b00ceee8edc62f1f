import ipaddr from 'ipaddr.js';

/** Answers only inside Azure, where it is the machine's own control service, but lies in a public range. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether an outbound fetch must not connect to the address: everything but public unicast, so loopback, private,
 * link-local (with 169.254.169.254), shared, multicast, broadcast, unspecified, documentation and benchmark ranges,
 * unique-local IPv6 (with fd00:ec2::254), and tunnels, whose far end is an IPv4 address that nobody checks.
 * IPv4-mapped and NAT64 addresses are what the IPv4 address in them is. What is no IP address is forbidden too.
 *
 * Ranges are those of the IANA special-purpose registries (RFC 6890) as ipaddr.js keeps them.
 */
export function isForbiddenAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv4 ? isForbiddenIPv4(parsed) : isForbiddenIPv6(parsed);
}

/**
 * Whether a host name stands for the machine itself whatever a resolver says (RFC 6761, section 6.3).
 * @param hostname lower-case, with or without the dot of a fully qualified name
 */
export function isLoopbackName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

function isForbiddenIPv4(address: ipaddr.IPv4): boolean {
  return address.range() !== 'unicast' || METADATA_ADDRESSES.has(address.toString());
}

function isForbiddenIPv6(address: ipaddr.IPv6): boolean {
  const range = address.range();
  // The well-known prefix only: in 64:ff9b:1::/48 each network puts the IPv4 address where it likes.
  if (range === 'ipv4Mapped' || (range === 'rfc6052' && address.parts[2] === 0)) {
    return isForbiddenIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  }
  // Nothing outside 2000::/3 is assigned as public yet; this also ends IPv4-compatible addresses such as ::127.0.0.1.
  return range !== 'unicast' || !address.match(GLOBAL_UNICAST);
}
