import { resolve } from 'node:path';
import { readTracing, type TracingSettings } from './tracing-settings.js';
import { type Environment, SettingReader } from './setting-reader.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Bounds of one content import. */
export interface ImportBounds {
  pages: number;
  files: number;
  /** All decoded bytes together. */
  bytes: number;
  fileBytes: number;
  milliseconds: number;
}

/** Bounds of reading one OpenAPI spec. */
export interface OpenApiBounds {
  /** All documents of a spec together, decoded; and what is made of them. */
  bytes: number;
  documents: number;
  /** For fetching one document. */
  documentMilliseconds: number;
  /** For everything. */
  milliseconds: number;
  /** Of the process that reads it, in MiB. */
  memory: number;
}

/** Bounds of one PDF. */
export interface PdfBounds {
  /** Of paper. */
  pages: number;
  /** Markdown and images together. */
  bytes: number;
  images: number;
  milliseconds: number;
  /** Most memory, in MB, of the thread that draws it. */
  memory: number;
}

/** What one caller may ask of a node in a minute; 0: any number. */
export interface RateLimitSettings {
  /** With one token. */
  requests: number;
  /** From one address without a valid token. */
  refusals: number;
  /** Wrong share keys with one token, and steps of a sign-in from one address. */
  guesses: number;
}

/** How long clients may take to send a request. */
export interface RequestTimes {
  headersMilliseconds: number;
  /** Headers and body together. */
  milliseconds: number;
}

/** What may wait for slow readers: so long without progress, and so much of all answers together. */
export type AnswerBounds = Readonly<Record<'milliseconds' | 'bytes', number>>;

/** All settings of the service, read from the environment once. */
export abstract class Config {
  abstract readonly production: boolean;
  abstract readonly port: number;
  abstract readonly host: string;
  /** Processes that serve requests; 1: this one alone. */
  abstract readonly workers: number;
  /** Where clients reach the service; no trailing slash; may have a path. */
  abstract readonly publicUrl: string;
  /** Where people reach the application that shows the content; no trailing slash. */
  abstract readonly appUrl: string;
  /** Absolute path. */
  abstract readonly dataDirectory: string;
  /** Absent: the embedded PostgreSQL. */
  abstract readonly databaseUrl?: string;
  /** Copies that follow the database. */
  abstract readonly replicaUrls: readonly string[];
  abstract readonly databasePoolSize: number;
  /** How long the database may owe an answer without sending anything. */
  abstract readonly databaseMilliseconds: number;
  abstract readonly bootstrapToken?: string;
  abstract readonly bootstrapEmail: string;
  abstract readonly sampleContent: boolean;
  abstract readonly extensions: boolean;
  abstract readonly fetchAllowHosts: readonly string[];
  /** Absent: files under the data directory. */
  abstract readonly storageUrl?: string;
  abstract readonly logLevel: LogLevel;
  /** Secret for signed links and cursors; absent: made at first start and kept in the database. */
  abstract readonly signingSecret?: string;
  /** Secret of the claims that tell other services who visits; absent: made at first start and kept in the database. */
  abstract readonly visitorClaimsSecret?: string;
  /** Key of what nobody but the service may read at rest; absent: made when first needed and kept in the database. */
  abstract readonly encryptionKey?: string;
  /** Keys of before, which still open what they sealed. */
  abstract readonly encryptionOldKeys: readonly string[];
  abstract readonly importBounds: ImportBounds;
  abstract readonly openApiBounds: OpenApiBounds;
  abstract readonly pdfBounds: PdfBounds;
  /** Most jobs that this process does at once; 0: it does none. */
  abstract readonly jobConcurrency: number;
  abstract readonly rateLimits: RateLimitSettings;
  abstract readonly requestTimes: RequestTimes;
  /** What the bodies of requests under way may take together. */
  abstract readonly bodyBytes: number;
  /** What reads with large answers may take together while they are at work. */
  abstract readonly readBytes: number;
  abstract readonly answerBounds: AnswerBounds;
  /** Proxies in front of the service that tell in X-Forwarded-For who asks. */
  abstract readonly proxyHops: number;
  /** Where pages may come from that ask the service by themselves; `*`: from anywhere. */
  abstract readonly corsOrigins: readonly string[];
  /** Opens the metrics; absent: there are none. */
  abstract readonly metricsToken?: string;
  /** How long entries of the audit log are kept; 0: for good. */
  abstract readonly auditRetentionDays: number;
  /** Where traces go; absent: there are none. */
  abstract readonly tracing?: TracingSettings;
  /** How long tokens of single sign-on last. */
  abstract readonly ssoTokenMilliseconds: number;
}

/** The environment holds a setting that can't be used; the message lists each with what is allowed. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings can't be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and checks every setting. An empty variable counts as absent.
 * @throws ConfigError naming each bad variable and what is allowed
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = new SettingReader(environment);
  const production = environment['NODE_ENV'] === 'production';
  const port = read.wholeNumber('PORT', { fallback: 3000, min: 1, max: 65_535 });
  const host = read.host('HOST') ?? '127.0.0.1';
  const publicUrl = read.webAddress('PUBLIC_URL') ?? `http://${reachableName(host)}:${String(port)}`;
  const config: Config = {
    production,
    port,
    host,
    workers: read.wholeNumber('WORKERS', { fallback: 1, min: 1, max: 64 }),
    publicUrl,
    appUrl: read.webAddress('APP_URL') ?? publicUrl,
    dataDirectory: resolve(read.text('DATA_DIR') ?? './.data'),
    databaseUrl: read.address('DATABASE_URL', ['postgres:', 'postgresql:']),
    replicaUrls: read.addresses('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: read.wholeNumber('DATABASE_POOL_SIZE', { fallback: 20, min: 2, max: 500 }),
    databaseMilliseconds: read.wholeNumber('DATABASE_TIMEOUT_SECONDS', { fallback: 60, min: 1, max: 3_600 }) * 1000,
    bootstrapToken: read.token('BOOTSTRAP_TOKEN'),
    bootstrapEmail: read.email('BOOTSTRAP_EMAIL') ?? 'admin@example.com',
    sampleContent: read.flag('SAMPLE_CONTENT', false),
    extensions: read.flag('EXTENSIONS', true),
    fetchAllowHosts: read.hosts('FETCH_ALLOW_HOSTS'),
    storageUrl: read.address('STORAGE_URL', ['s3:', 'file:']),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    signingSecret: read.secret('SIGNING_SECRET'),
    visitorClaimsSecret: read.secret('VISITOR_CLAIMS_SECRET'),
    encryptionKey: read.secret('ENCRYPTION_KEY'),
    encryptionOldKeys: read.secrets('ENCRYPTION_OLD_KEYS'),
    importBounds: {
      pages: read.wholeNumber('IMPORT_MAX_PAGES', { fallback: 2_000, min: 1, max: 1_000_000 }),
      files: read.wholeNumber('IMPORT_MAX_FILES', { fallback: 5_000, min: 1, max: 1_000_000 }),
      bytes: read.wholeNumber('IMPORT_MAX_BYTES', { fallback: 500_000_000, min: 1, max: 100_000_000_000 }),
      fileBytes: read.wholeNumber('IMPORT_MAX_FILE_BYTES', { fallback: 50_000_000, min: 1, max: 2_000_000_000 }),
      milliseconds: read.wholeNumber('IMPORT_TIMEOUT_SECONDS', { fallback: 600, min: 1, max: 86_400 }) * 1000,
    },
    openApiBounds: {
      bytes: read.wholeNumber('OPENAPI_MAX_BYTES', { fallback: 50_000_000, min: 1, max: 500_000_000 }),
      documents: read.wholeNumber('OPENAPI_MAX_DOCUMENTS', { fallback: 1_000, min: 1, max: 100_000 }),
      documentMilliseconds: read.wholeNumber('OPENAPI_DOCUMENT_TIMEOUT_SECONDS', { fallback: 15, min: 1, max: 600 }) * 1000,
      milliseconds: read.wholeNumber('OPENAPI_TIMEOUT_SECONDS', { fallback: 120, min: 1, max: 3_600 }) * 1000,
      memory: read.wholeNumber('OPENAPI_MEMORY_MB', { fallback: 768, min: 64, max: 65_536 }),
    },
    pdfBounds: {
      pages: read.wholeNumber('PDF_MAX_PAGES', { fallback: 5_000, min: 1, max: 100_000 }),
      bytes: read.wholeNumber('PDF_MAX_BYTES', { fallback: 100_000_000, min: 1, max: 2_000_000_000 }),
      images: read.wholeNumber('PDF_MAX_IMAGES', { fallback: 2_000, min: 0, max: 100_000 }),
      milliseconds: read.wholeNumber('PDF_TIMEOUT_SECONDS', { fallback: 120, min: 1, max: 3_600 }) * 1000,
      memory: read.wholeNumber('PDF_MEMORY_MB', { fallback: 1_024, min: 64, max: 65_536 }),
    },
    jobConcurrency: read.wholeNumber('JOB_CONCURRENCY', { fallback: 2, min: 0, max: 100 }),
    rateLimits: {
      requests: read.wholeNumber('RATE_LIMIT_REQUESTS', { fallback: 240_000, min: 0, max: 1_000_000_000 }),
      refusals: read.wholeNumber('RATE_LIMIT_REFUSALS', { fallback: 2_000, min: 0, max: 1_000_000_000 }),
      guesses: read.wholeNumber('RATE_LIMIT_GUESSES', { fallback: 600, min: 0, max: 1_000_000_000 }),
    },
    requestTimes: {
      headersMilliseconds: read.wholeNumber('HEADERS_TIMEOUT_SECONDS', { fallback: 20, min: 1, max: 600 }) * 1000,
      milliseconds: read.wholeNumber('REQUEST_TIMEOUT_SECONDS', { fallback: 120, min: 1, max: 3_600 }) * 1000,
    },
    // The least has room for the largest body and all its values.
    bodyBytes: read.wholeNumber('BODIES_MB', { fallback: 256, min: 128, max: 65_536 }) * 1_048_576,
    readBytes: read.wholeNumber('READS_MB', { fallback: 64, min: 1, max: 65_536 }) * 1_048_576,
    answerBounds: {
      milliseconds: read.wholeNumber('ANSWER_TIMEOUT_SECONDS', { fallback: 60, min: 1, max: 3_600 }) * 1000,
      bytes: read.wholeNumber('UNREAD_ANSWERS_MB', { fallback: 256, min: 1, max: 65_536 }) * 1_048_576,
    },
    proxyHops: read.wholeNumber('PROXY_HOPS', { fallback: 0, min: 0, max: 10 }),
    corsOrigins: read.origins('CORS_ORIGINS'),
    metricsToken: read.token('METRICS_TOKEN'),
    auditRetentionDays: read.wholeNumber('AUDIT_RETENTION_DAYS', { fallback: 365, min: 0, max: 36_500 }),
    tracing: readTracing(read),
    ssoTokenMilliseconds: read.wholeNumber('SSO_TOKEN_HOURS', { fallback: 24, min: 1, max: 8_760 }) * 3_600_000,
  };
  if (config.replicaUrls.length > 0 && config.databaseUrl === undefined) read.faults.push('DATABASE_REPLICA_URL must be left out where DATABASE_URL names no database that it follows.');
  if (read.faults.length > 0) throw new ConfigError(read.faults);
  return config;
}

/** A host that listens on every address is reached by the name of the machine itself. */
function reachableName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
