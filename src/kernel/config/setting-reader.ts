export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings one by one, and gathers what is wrong with them. */
export class SettingReader {
  readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  wholeNumber(name: string, { fallback, min, max }: { fallback: number; min: number; max: number }): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    return this.refuse(name, value, `a whole number from ${String(min)} to ${String(max)}`, fallback);
  }

  flag(name: string, fallback: boolean): boolean {
    return this.choice(name, ['true', 'false'] as const, fallback ? 'true' : 'false') === 'true';
  }

  choice<Value extends string>(name: string, allowed: readonly Value[], fallback: Value): Value {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((candidate) => candidate === value);
    return found ?? this.refuse(name, value, `one of ${allowed.join(', ')}`, fallback);
  }

  /** A name or an address to listen on. */
  host(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || /^[\p{L}\p{N}.:_-]+$/u.test(value)) return value;
    return this.refuse(name, value, 'a host name or an IP address', undefined);
  }

  /** Hosts with an optional port, separated by commas. */
  hosts(name: string): readonly string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim()).filter((entry) => entry !== '');
    const bad = entries.find((entry) => !/^(?:\[[0-9a-f:.]+\](?::\d{1,5})?|[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*|[\p{L}\p{N}._-]+(?::\d{1,5})?)$/iu.test(entry));
    return bad === undefined ? entries : this.refuse(name, bad, 'hosts with an optional port, separated by commas, such as wiki.internal,10.0.0.5:8080', []);
  }

  /** Origins as browsers send them, separated by commas; or `*`. */
  origins(name: string): readonly string[] {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim()).filter((entry) => entry !== '');
    // Browsers name one host, so one with an asterisk would match nothing.
    const bad = entries.find((entry) => entry !== '*' && !(/^https?:[^*]+$/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry));
    return bad === undefined ? entries : this.refuse(name, bad, '* alone, or origins without an asterisk, separated by commas, such as https://docs.example.com', []);
  }

  webAddress(name: string): string | undefined {
    const value = this.address(name, ['http:', 'https:']);
    if (value === undefined) return undefined;
    const url = new URL(value);
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
      return this.refuse(name, value, 'an http or https address without user, query and fragment', undefined);
    }
    return url.href.replace(/\/+$/, '');
  }

  address(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (isAddress(value, protocols)) return value;
    // Addresses of databases and stores hold passwords, so the value isn't repeated.
    return this.refuse(name, undefined, `an address that starts with ${startsOf(protocols)}`, undefined);
  }

  /** Several, separated by commas. */
  addresses(name: string, protocols: readonly string[]): readonly string[] {
    const values = (this.text(name) ?? '').split(',').map((value) => value.trim()).filter((value) => value !== '');
    if (values.every((value) => isAddress(value, protocols))) return values;
    return this.refuse(name, undefined, `addresses that start with ${startsOf(protocols)}, separated by commas`, []);
  }

  email(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || (/^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 320)) return value;
    return this.refuse(name, value, 'an e-mail address of at most 320 characters', undefined);
  }

  token(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || /^[\x21-\x7e]{8,512}$/.test(value)) return value;
    return this.refuse(name, undefined, '8 to 512 visible ASCII characters', undefined);
  }

  secret(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || value.length >= 32) return value;
    return this.refuse(name, undefined, 'at least 32 characters', undefined);
  }

  /** Several, separated by commas. */
  secrets(name: string): readonly string[] {
    const values = (this.text(name) ?? '').split(',').map((value) => value.trim()).filter((value) => value !== '');
    return values.every((value) => value.length >= 32) ? values : this.refuse(name, undefined, 'secrets of at least 32 characters each, separated by commas', []);
  }

  /** `name=value`, percent-encoded, separated by commas. */
  pairs(name: string): Readonly<Record<string, string>> {
    const entries = (this.text(name) ?? '').split(',').map((entry) => entry.trim()).filter((entry) => entry !== '');
    if (entries.every((entry) => /^[!#$&'*+.^_`|~\w-]+ *=(?:[^%]|%[2-7][0-9a-f])*$/i.test(entry))) return Object.fromEntries(entries.map((entry) => [entry.slice(0, entry.indexOf('=')).trim(), decodeURIComponent(entry.slice(entry.indexOf('=') + 1).trim())]));
    return this.refuse(name, undefined, 'name=value, separated by commas', {});
  }

  refuse<Value>(name: string, value: string | undefined, allowed: string, fallback: Value): Value {
    this.faults.push(`${name} must be ${allowed}${value === undefined ? '' : `; it is "${value}"`}.`);
    return fallback;
  }
}

/** With what is special in its parts percent-encoded, such as a password in the address of a database. */
function isAddress(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) && /^[a-z0-9]+:\/\/./i.test(value) && isDecodable(value);
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

function startsOf(protocols: readonly string[]): string {
  return `${protocols.map((protocol) => `${protocol}//`).join(' or ')}, with special characters of its parts percent-encoded`;
}
