/** Failures are counted by IPv4 address, and by the network of an IPv6 address. */
import { expect, test } from '@jest/globals';
import { addressGroup } from './address.js';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:0:12::1', '2001:db8:0:12::/64'],
  ['2001:0DB8:0000:0012:a:b:c:d', '2001:db8:0:12::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, ''],
])('%s is counted as %s', (ip, group) => {
  expect(addressGroup(ip)).toBe(group);
});
