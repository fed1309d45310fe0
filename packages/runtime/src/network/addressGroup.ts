/** Addresses that one visitor has at the same time count as one: an IPv6 network of 64 bits. */
import { isIPv6 } from 'node:net';
import { ipv6Groups } from './networkList.js';

export function addressGroup(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  const network = ipv6Groups(plain).slice(0, 4);
  return mapped ?? `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
