/** Addresses that one visitor has at the same time count as one: an IPv6 network of 64 bits. */
import { isIP } from 'node:net';
import { ipv6Groups } from './networkList.js';

/** Some proxies name the port of the client too: `203.0.113.9:51234`, `[2001:db8::1]:51234`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/** @returns an empty text for what is no address */
export function addressGroup(address: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const [plain = ''] = (ipv4 ?? ipv6 ?? address).split('%');
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  const network = ipv6Groups(plain).slice(0, 4);
  return mapped ?? `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
