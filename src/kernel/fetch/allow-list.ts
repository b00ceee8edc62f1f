import { isIPv6 } from 'node:net';

/** Hosts whose addresses may be fetched although they lie inside the network. */
export class AllowList {
  private readonly entries: ReadonlySet<string>;

  /**
   * @param hosts entries `host` (any port) or `host:port`; IPv6 in brackets, or without them when there is no port.
   *   Blank entries are skipped.
   * @throws Error naming the entry that is neither
   */
  constructor(hosts: readonly string[]) {
    this.entries = new Set(hosts.map((host) => host.trim()).filter((host) => host !== '').map(normalizedEntry));
  }

  /** @param hostname as an address has it after parsing; IPv6 with or without brackets */
  allows(hostname: string, port: number): boolean {
    const host = comparable(isIPv6(hostname) ? `[${hostname}]` : hostname);
    return this.entries.has(host) || this.entries.has(`${host}:${port}`);
  }
}

function normalizedEntry(entry: string): string {
  const parts = isIPv6(entry) ? { host: `[${entry}]`, port: undefined } : splitPort(entry);
  // Parsed as an address, so that an entry has the same spelling as the host of a fetched address.
  const address = `http://${parts?.host}/`;
  if (parts === undefined || Number(parts.port ?? 0) > 65_535 || !URL.canParse(address)) {
    throw new Error(`FETCH_ALLOW_HOSTS: "${entry}" is neither a host nor host:port, such as wiki.example:8080 or [::1]:80.`);
  }
  const host = comparable(new URL(address).hostname);
  return parts.port === undefined ? host : `${host}:${Number(parts.port)}`;
}

function splitPort(entry: string): { host: string; port: string | undefined } | undefined {
  const match = /^(\[[\da-f:.]+\]|[^:[\]/?#@\\*\s]+)(?::(\d{1,5}))?$/i.exec(entry);
  return match?.[1] === undefined ? undefined : { host: match[1], port: match[2] };
}

/** The dot of a fully qualified name makes it no other host. */
function comparable(hostname: string): string {
  return (hostname.endsWith('.') ? hostname.slice(0, -1) : hostname).toLowerCase();
}
