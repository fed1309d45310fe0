/**
 * Limits where a program connects to when people enter the address: to public addresses over https,
 * and to the networks that `RAFAGA_ALLOW_PRIVATE` names, also over http. The check is part of the
 * socket's DNS lookup, so that the socket connects to the address that was checked, whatever the
 * DNS answers next.
 */
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Reader } from '../config.js';
import { ipv6Groups, isNetwork, networkList } from './networkList.js';

export interface AddressPolicy {
  /** Why a URL is refused, as far as its text shows: the end of a Spanish sentence. */
  fault(url: string): string | undefined;
  /** The lookup function for sockets to URLs of this protocol. */
  lookup(protocol: string): LookupFunction;
}

/**
 * Never allowed: addresses from which clouds give out the machine's credentials, and addresses that
 * no service has.
 */
const NEVER = networkList([
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3', '100.100.100.200', '168.63.129.16'],
  ...['192.0.0.192', '::', 'fe80::/10', 'fec0::/10', 'ff00::/8', 'fd00:ec2::254', 'fd20:ce::254'],
  // IPv4 addresses inside of IPv6 ones that no public service uses: 6to4, Teredo, local NAT64
  ...['2002::/16', '2001::/32', '64:ff9b:1::/48', '::ffff:0:0:0/96'],
]);

/** IANA's registry of IPv4 addresses that are not globally reachable. */
const PRIVATE_IPV4 = networkList([
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  '203.0.113.0/24',
]);
/** The public IPv6 addresses: global unicast, without the reserved ranges below. */
const GLOBAL_IPV6 = networkList(['2000::/3']);
const RESERVED_IPV6 = networkList(['2001::/23', '2001:db8::/32', '3fff::/20']);

const isPrivate = (address: string): boolean =>
  isIP(address) === 4 ? PRIVATE_IPV4(address) : !GLOBAL_IPV6(address) || RESERVED_IPV6(address);

/** Allowed in development, to try an authority or a webhook on this machine. */
const LOOPBACK = ['127.0.0.0/8', '::1'];

/** `RAFAGA_ALLOW_PRIVATE`: networks and addresses separated by commas. */
export const allowedNetworks = (): Reader<readonly string[]> => ({
  fallback: process.env.NODE_ENV === 'production' ? [] : LOOPBACK,
  read(value) {
    const networks = value.split(',').map((part) => part.trim());
    if (networks.every(isNetwork)) return networks;
    throw new Error('debe nombrar redes o direcciones, como 10.20.0.0/16,192.168.1.5');
  },
});

/**
 * @param allowed networks whose addresses may be private and may be reached without https
 * @param resolve asks the DNS
 */
export function addressPolicy(
  allowed: readonly string[],
  resolve: typeof lookup = lookup,
): AddressPolicy {
  const isAllowed = networkList(allowed);

  function faultOfAddress(given: string, protocol: string): string | undefined {
    const address = unwrapped(given);
    if (NEVER(address)) return `la dirección ${given} no está permitida`;
    if (isAllowed(address)) return undefined;
    if (isPrivate(address))
      return `la dirección ${given} es privada, y RAFAGA_ALLOW_PRIVATE no la nombra`;
    return protocol === 'https:'
      ? undefined
      : `sin https solo se va a las redes de RAFAGA_ALLOW_PRIVATE, y ${given} no está en ellas`;
  }

  return {
    fault(text) {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !['http:', 'https:'].includes(url.protocol))
        return 'debe ser una dirección https://';
      if (url.username || url.password) return 'sin usuario ni contraseña en la dirección';
      if (url.protocol === 'http:' && allowed.length === 0)
        return 'debe ser https://; con http:// solo se va a las redes de RAFAGA_ALLOW_PRIVATE';
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const literal = /^(.+\.)?localhost\.?$/.test(host) ? '127.0.0.1' : host;
      return isIP(literal) ? faultOfAddress(literal, url.protocol) : undefined;
    },
    lookup: (protocol) => (host, options, callback) => {
      resolve(host, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '', 0);
        for (const { address } of addresses) {
          const refused = faultOfAddress(address, protocol);
          if (refused) return callback(new ForbiddenAddress(refused), '', 0);
        }
        if (options.all) return callback(null, addresses);
        const [first] = addresses;
        callback(null, first?.address ?? '', first?.family ?? 4);
      });
    },
  };
}

/** For addresses that only the operator enters, such as the simulator's. */
export const operatorPolicy = (): AddressPolicy => addressPolicy(['0.0.0.0/0', '::/0']);

class ForbiddenAddress extends Error {
  readonly code = 'EFORBIDDEN';
}

/** The IPv4 address inside of an IPv6 one: mapped, or behind a public NAT64. */
function unwrapped(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const groups = ipv6Groups(plain);
  const prefix = groups.slice(0, 6).join(':');
  if (prefix !== MAPPED && prefix !== NAT64) return plain;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff].join(':');
const NAT64 = [0x64, 0xff9b, 0, 0, 0, 0].join(':');
