/** Tests which addresses count as one, and which network they are in. */
import { expect, test } from '@jest/globals';
import { addressGroup, networkOf } from './addressGroup.js';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['unknown', ''],
  ['203.0.113.999', ''],
  ['', ''],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
  ['2001:db8:1:2::9', '2001:db8:1:0::/56'],
  ['unknown', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(addressGroup(address))).toBe(network);
});
