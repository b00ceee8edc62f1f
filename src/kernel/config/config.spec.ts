import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000', appUrl: 'http://127.0.0.1:3000', sampleContent: false, extensions: true, logLevel: 'info', fetchAllowHosts: [] });
    expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80');
    expect(readConfig({ PUBLIC_URL: 'https://docs.example.com/api/', PORT: '' })).toMatchObject({ publicUrl: 'https://docs.example.com/api', appUrl: 'https://docs.example.com/api', port: 3000 });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '0'],
    ['PORT', '1.5'],
    ['HOST', 'not a host'],
    ['WORKERS', '0'],
    ['PUBLIC_URL', 'docs.example.com'],
    ['PUBLIC_URL', 'https://docs.example.com/?a=b'],
    ['PUBLIC_URL', 'https://:password@docs.example.com'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_URL', 'postgres:'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'postgres://user:100%@host/docs'],
    ['DATABASE_REPLICA_URL', 'postgres://a/b'],
    ['DATABASE_REPLICA_URL', 'postgres://a/b,mysql://x/y'],
    ['SAMPLE_CONTENT', 'yes'],
    ['EXTENSIONS', '1'],
    ['FETCH_ALLOW_HOSTS', 'http://x/y'],
    ['FETCH_ALLOW_HOSTS', 'wiki.internal,a b'],
    ['STORAGE_URL', '/files'],
    ['STORAGE_URL', 'file:files'],
    ['LOG_LEVEL', 'loud'],
    ['BOOTSTRAP_TOKEN', 'short'],
    ['BOOTSTRAP_EMAIL', 'admin'],
    ['BOOTSTRAP_EMAIL', `${'a'.repeat(400)}@example.com`],
    ['IMPORT_MAX_PAGES', '0'],
    ['DATABASE_TIMEOUT_SECONDS', '0'],
    ['RATE_LIMIT_REQUESTS', '-1'],
    ['RATE_LIMIT_REFUSALS', 'none'],
    ['RATE_LIMIT_GUESSES', '1.5'],
    ['HEADERS_TIMEOUT_SECONDS', '0'],
    ['REQUEST_TIMEOUT_SECONDS', '1h'],
    ['ANSWER_TIMEOUT_SECONDS', '0'],
    ['BODIES_MB', '127'],
    ['UNREAD_ANSWERS_MB', '-1'],
    ['READS_MB', '0'],
    ['PROXY_HOPS', '11'],
    ['CORS_ORIGINS', 'docs.example.com'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a key=b'],
    ['CORS_ORIGINS', 'https://docs.example.com/'],
    ['CORS_ORIGINS', 'https://*.example.com/a,null'],
    ['METRICS_TOKEN', 'short'],
  ])('refuses %s=%s by its name, with what is allowed', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} must be `));
  });

  it('tells every bad setting at once, and no password', () => {
    const read = (): unknown => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://user:secret@host/db' });
    expect(read).toThrow(/PORT must be .*\n.*DATABASE_URL must be /);
    expect(read).not.toThrow(/secret/);
  });

  it.each(['localhost', 'wiki.internal:8080', '10.0.0.5', '10.0.0.5:8080', '[::1]:80', '::1', 'bücher.example'])('takes the host %s', (host) => {
    expect(readConfig({ FETCH_ALLOW_HOSTS: `${host}, a.example` }).fetchAllowHosts).toEqual([host, 'a.example']);
  });
});
