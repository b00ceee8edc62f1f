import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isForbiddenAddress, isLoopbackName } from './address-policy.js';
import { parseFetchAddress } from './fetch-address.js';

/** The host of an address as the connector gets it: IPv6 without brackets. */
function hostOf(address: string): string {
  return parseFetchAddress(address).hostname.replace(/^\[|\]$/g, '');
}

const FORBIDDEN: Record<string, string[]> = {
  'loopback': ['127.0.0.1', '127.0.0.53', '127.255.255.254', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0.0.0.1]'],
  'loopback as a number': ['2130706433', '0x7f000001', '0X7F000001', '017700000001', '00000017700000001'],
  'loopback in parts': ['127.1', '127.0.1', '0x7f.1', '0177.1', '0177.0.0.01', '0x7f.0x0.0x0.0x1', '127.0x000001', '0x7f.0.1'],
  'loopback with a trailing dot': ['127.0.0.1.', '127.1.', '2130706433.', '0x7f000001.'],
  'loopback in other characters': ['①②⑦.⓪.⓪.①', '127。0。0。1', '１２７.0.0.1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1'],
  'unspecified': ['0.0.0.0', '0', '0x0', '00', '0.0.0.1', '0.255.255.255', '[::]', '[0::0]'],
  'private': ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '167772161', '0xc0a80001', '192.168.257', '0300.0250.1'],
  'link-local': ['169.254.0.1', '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '[fe80::1]', '[FEBF::1]', '[fec0::1]'],
  'metadata elsewhere': ['168.63.129.16', '0xa83f8110', '[fd00:ec2::254]', '[FD00:0EC2::0254]', '100.100.100.200', '192.0.0.192', '[fd20:ce::254]'],
  'unique-local': ['[fc00::1]', '[fd12:3456:789a::1]', '[fdff:ffff::]'],
  'shared': ['100.64.0.1', '100.127.255.255', '1681915905'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', '4294967295', '0xffffffff', '[ff02::1]', '[ff0e::1]'],
  'documentation and benchmark': ['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255', '[2001:db8::1]', '[3fff::1]', '[2001:2::1]'],
  'reserved': ['240.0.0.1', '192.0.0.1', '192.88.99.1', '[100::1]', '[5f00::1]', '[4000::1]', '[::2]', '[1::]'],
  'IPv4-mapped': ['[::ffff:127.0.0.1]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:10.0.0.1]', '[::ffff:169.254.169.254]', '[::ffff:a83f:8110]'],
  'IPv4-compatible and translated': ['[::127.0.0.1]', '[::7f00:1]', '[::a00:1]', '[::ffff:0:127.0.0.1]', '[::ffff:0:a9fe:a9fe]'],
  'NAT64': ['[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::8.8.8.8]', '[64:ff9b:1:7f00:0:100::]'],
  '6to4': ['[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:c0a8:1::1]'],
  'Teredo': ['[2001:0:7f00:1::]', '[2001::80ff:fffe]', '[2001:0000:4136:e378:8000:63bf:3fff:fdd2]'],
};

const PUBLIC = [
  '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1', '134744072',
  '0x08080808', '8.8.2056', '168.63.129.17', '169.253.255.255', '172.15.255.255', '172.32.0.1', '192.167.255.255', '192.169.0.1',
  '198.17.255.255', '198.20.0.1', '223.255.255.255', '[2606:4700:4700::1111]', '[2A00:1450::1]', '[2003::1]', '[::ffff:8.8.8.8]',
  '[64:ff9b::808:808]',
];

describe('isForbiddenAddress', () => {
  const spellings = Object.entries(FORBIDDEN).flatMap(([kind, hosts]) => hosts.map((host) => [kind, host] as const));

  it.each(spellings)('forbids %s %s', (_kind, host) => {
    expect(isForbiddenAddress(hostOf(`http://${host}/`))).toBe(true);
    expect(isForbiddenAddress(hostOf(`https://${host}:8443/path?query`))).toBe(true);
  });

  it.each(PUBLIC)('permits %s', (host) => {
    expect(isForbiddenAddress(hostOf(`http://${host}/`))).toBe(false);
  });

  it.each(['', 'localhost', 'example.com', 'fe80::1%eth0', '::1%1', '1.2.3.4.5', '256.1.1.1', '[2606:4700::1]', '2606:4700::1::', '8.8.8.8/8'])(
    'forbids %j, which is no public address',
    (address) => {
      expect(isForbiddenAddress(address)).toBe(true);
    },
  );

  it.each(['127.1', '0x7f.1', '0177.0.0.1', '2130706433'])('forbids %s also before an address is parsed', (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
  });

  it('judges every form of an IPv4 address alike', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const forms = [`${number}`, `0x${number.toString(16)}`, `0${number.toString(8)}`, `[::ffff:${address}]`, `[64:ff9b::${address}]`];
        const verdict = isForbiddenAddress(address);
        for (const form of forms) expect([form, isForbiddenAddress(hostOf(`http://${form}/`))]).toEqual([form, verdict]);
      }),
    );
  });
});

describe('isLoopbackName', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', 'ｌocalhost'])('knows %s', (host) => {
    expect(isLoopbackName(hostOf(`http://${host}/`))).toBe(true);
  });

  it.each(['example.com', 'localhost.example', 'mylocalhost', 'localhost.localdomain.example'])('passes over %s', (host) => {
    expect(isLoopbackName(hostOf(`http://${host}/`))).toBe(false);
  });
});
