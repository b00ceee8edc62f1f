/** Where objects go in an S3 service, read from an address such as `s3://bucket/prefix?region=eu-west-1`. */
export interface S3Location {
  bucket: string;
  /** Put before every key; '' or ending with a slash. */
  prefix: string;
  /** Address of a service other than Amazon's. */
  endpoint?: string;
  /** Left out: what the AWS environment or profile names; `us-east-1` when an endpoint is given. */
  region?: string;
  /** The bucket in the path instead of the host name, which most services other than Amazon's need. */
  forcePathStyle: boolean;
  /** Left out: the AWS default chain (environment, profile, role of the container or machine). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const PARAMETERS: readonly string[] = ['endpoint', 'region', 'forcePathStyle'];

/**
 * `s3://[accessKeyId:secretAccessKey@]bucket[/prefix][?endpoint=…&region=…&forcePathStyle=true]`, user info
 * percent-encoded.
 * @throws Error saying what part is wrong; it never repeats the credentials
 */
export function parseS3Location(url: URL): S3Location {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) {
    throw new Error('the bucket has 3 to 63 characters of a-z, 0-9, "-" and "."');
  }
  if (url.port !== '') throw new Error('the bucket takes no port: name the service in ?endpoint=');
  checkParameters(url);

  const endpoint = parseEndpoint(url.searchParams.get('endpoint'));
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? undefined : 'us-east-1');
  if (region === '') throw new Error('region is empty');
  const credentials = parseCredentials(url);
  return {
    bucket: url.hostname,
    prefix: parsePrefix(url.pathname),
    forcePathStyle: parseFlag(url.searchParams.get('forcePathStyle')),
    ...(endpoint !== undefined && { endpoint }),
    ...(region !== undefined && { region }),
    ...(credentials !== undefined && { credentials }),
  };
}

function checkParameters({ searchParams, hash }: URL): void {
  if (hash !== '') throw new Error('"#" has no meaning here: percent-encode it as %23');
  const names = [...searchParams.keys()];
  const unknown = names.find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) throw new Error(`unknown parameter "${unknown}", known are ${PARAMETERS.join(', ')}`);
  if (new Set(names).size < names.length) throw new Error('a parameter is given twice');
}

function parsePrefix(pathname: string): string {
  const parts = decoded(pathname, 'the prefix').split('/').filter((part) => part !== '');
  return parts.map((part) => `${part}/`).join('');
}

function parseEndpoint(text: string | null): string | undefined {
  if (text === null) return undefined;
  const endpoint = URL.canParse(text) ? new URL(text) : undefined;
  if (endpoint === undefined || !['http:', 'https:'].includes(endpoint.protocol)) {
    throw new Error('endpoint is an address with http:// or https://');
  }
  return text;
}

function parseFlag(text: string | null): boolean {
  if (text !== null && text !== 'true' && text !== 'false') throw new Error('forcePathStyle is true or false');
  return text === 'true';
}

function parseCredentials({ username, password }: URL): S3Location['credentials'] {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') {
    throw new Error('credentials are accessKeyId:secretAccessKey, percent-encoded, before the @');
  }
  return {
    accessKeyId: decoded(username, 'the access key id'),
    secretAccessKey: decoded(password, 'the secret access key'),
  };
}

function decoded(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`${what} is not percent-encoded correctly`);
  }
}
