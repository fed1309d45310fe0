/** The network address that failures are counted by. */
import { isIPv6 } from 'node:net';

/** The bits of an IPv6 address that one customer of a network usually has. */
const IPV6_GROUPS = 4;

/** An IPv4 address whole, also when it is written as IPv6; the first 64 bits of an IPv6 address. */
export function addressGroup(ip: string | undefined): string {
  const address = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    while (groups.length + last.length < 8) groups.push('0');
    groups.push(...last);
  }
  const network = groups.slice(0, IPV6_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}
