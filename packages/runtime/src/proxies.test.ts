/** The proxies that a program trusts are declared, and those that it does not know are reported. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';
import { noticeProxies, type Proxies, proxies, trustedProxies } from './proxies.js';

const read = (value: string) =>
  readConfig({ RAFAGA_PROXIES: value }, { RAFAGA_PROXIES: proxies() }).RAFAGA_PROXIES;

test.each<[string, Proxies]>([
  ['', 'undeclared'],
  ['0', 0],
  ['2', 2],
  ['172.30.57.0/24', ['172.30.57.0/24']],
  ['10.0.0.0/8, 192.168.1.5,fd00::/8', ['10.0.0.0/8', '192.168.1.5', 'fd00::/8']],
])('«%s» declares %p', (value, declared) => {
  expect(read(value)).toEqual(declared);
});

test.each(['11', 'nginx', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/8,', '1.2.3.4/8/9'])(
  '«%s» is refused at boot',
  (value) => {
    expect(() => read(value)).toThrow(ConfigError);
  },
);

test('without a declaration no proxy is trusted', () => {
  expect([trustedProxies('undeclared'), trustedProxies(1), trustedProxies(['::1'])]).toEqual([
    false,
    1,
    ['::1'],
  ]);
});

/** How often the condition began, after calls from these peers an hour apart. */
function reports(declared: Proxies, peers: readonly string[], header = '203.0.113.7'): number {
  const clock = { now: 0 };
  let begun = 0;
  const conditions = { begin: () => void begun++, end: () => undefined, list: () => [] };
  const notice = noticeProxies(declared, conditions, () => clock.now);
  for (const remoteAddress of peers) {
    const headers = header === '' ? {} : { 'x-forwarded-for': header };
    const req = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    for (let call = 0; call < 5; call++) notice(req);
    clock.now += 3_600_000;
  }
  return begun;
}

test.each<[Proxies, string, number]>([
  ['undeclared', '203.0.113.9', 1],
  [0, '10.0.0.9', 0],
  [1, '10.0.0.9', 0],
  [['10.0.0.0/8'], '10.0.0.9', 0],
  [['10.0.0.0/8'], '::ffff:10.0.0.9', 0],
  [['10.0.0.0/8'], '192.168.7.1', 1],
  [['10.0.0.0/8'], '203.0.113.9', 0],
  [['fd00::/8'], '::1', 1],
])('with %p a header from %s is reported %i times in an hour', (declared, peer, times) => {
  expect(reports(declared, [peer])).toBe(times);
});

test('an undeclared proxy is reported once an hour, and a request without the header never', () => {
  expect(reports('undeclared', ['10.0.0.9', '10.0.0.9', '10.0.0.8'])).toBe(3);
  expect(reports('undeclared', ['10.0.0.9'], '')).toBe(0);
});
