/** Groups client addresses: the addresses of one IPv6 /64 network count as one client. */
import { isIP } from 'node:net';
import { ipv6Groups } from './networkList.js';

/** Some proxies name the port of the client too: `203.0.113.9:51234`, `[2001:db8::1]:51234`. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/**
 * The network that a provider gives to one customer, whose addresses may all be one attacker.
 * @param group an address group
 * @returns the /24 of IPv4, or the /56 of IPv6
 */
export function networkOf(group: string): string {
  if (isIP(group) === 4) return group.replace(/\d+$/, '0/24');
  return group.replace(/([\da-f]+)::\/64$/, (_, last: string) => {
    const high = Number.parseInt(last, 16) & 0xff00;
    return `${high.toString(16)}::/56`;
  });
}

/** @returns an empty text when the text is no address */
export function addressGroup(address: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const [plain = ''] = (ipv4 ?? ipv6 ?? address).split('%');
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  const network = ipv6Groups(plain).slice(0, 4);
  return mapped ?? `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
