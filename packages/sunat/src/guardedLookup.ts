/**
 * DNS resolution that refuses link-local addresses, where clouds serve credentials of the machine.
 * It checks the address of each connection, so that a changed DNS answer cannot evade it.
 */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const FORBIDDEN = new BlockList();
// link-local (instance metadata), unspecified, multicast
FORBIDDEN.addSubnet('169.254.0.0', 16, 'ipv4');
FORBIDDEN.addSubnet('0.0.0.0', 8, 'ipv4');
FORBIDDEN.addSubnet('224.0.0.0', 3, 'ipv4');
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6');
FORBIDDEN.addSubnet('ff00::', 8, 'ipv6');
FORBIDDEN.addAddress('::', 'ipv6');
FORBIDDEN.addAddress('fd00:ec2::254', 'ipv6');

class ForbiddenAddress extends Error {
  readonly code = 'EFORBIDDEN';
  constructor(address: string) {
    super(`la dirección ${address} no es de una autoridad`);
  }
}

/** Throws for a forbidden IP address as host, for which there is no DNS query. */
export function assertAllowed(host: string): void {
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) && forbidden(address)) throw new ForbiddenAddress(address);
}

export const guardedLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const bad = addresses.find(({ address }) => forbidden(address));
    if (bad) return callback(new ForbiddenAddress(bad.address), '', 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family ?? 4);
  });
};

/** BlockList also matches IPv4 addresses written as IPv6: ::ffff:169.254.169.254. */
const forbidden = (address: string) =>
  FORBIDDEN.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
