/**
 * The proxies in front of a program: which ones `RAFAGA_PROXIES` trusts, and a condition when
 * requests come through one that it does not name.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Conditions } from './conditions/conditions.js';
import type { Reader } from './config.js';

/** Networks and addresses, or how many proxies there are; 'undeclared' without the variable. */
export type Proxies = readonly string[] | number | 'undeclared';

const MAX_HOPS = 10;
/** The condition is begun, and logged, this often at most. */
const REPORT_EVERY_MS = 60 * 60_000;

/** A list of CIDRs and addresses, or a number of proxies; 0: none. */
export const proxies = (): Reader<Proxies> => ({
  fallback: 'undeclared',
  read(value) {
    if (/^\d{1,2}$/.test(value) && Number(value) <= MAX_HOPS) return Number(value);
    const networks = value.split(',').map((part) => part.trim());
    if (networks.every(isNetwork)) return networks;
    throw new Error(
      'debe nombrar las redes de los proxies (10.0.0.0/8,192.168.1.5), o ser 0 si no hay ninguno',
    );
  },
});

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** The value of Express's setting `trust proxy`. */
export const trustedProxies = (declared: Proxies): string[] | number | false => {
  if (declared === 'undeclared') return false;
  return typeof declared === 'number' ? declared : [...declared];
};

const UNDECLARED = {
  word: 'proxy_sin_declarar',
  text:
    'Llegan peticiones por un proxy (X-Forwarded-For) que RAFAGA_PROXIES no nombra: todos los ' +
    'clientes parecen uno solo, y los límites por dirección se aplican a todos juntos',
  remedy:
    'Pon en RAFAGA_PROXIES las redes de tus proxies, por ejemplo 172.30.0.0/16, o 0 si no hay ' +
    'ninguno, y reinicia el programa',
};

/**
 * A step of a request that begins the condition. With networks declared it minds only private
 * peers: a client that reaches the program directly may send the header too.
 */
export function noticeProxies(
  declared: Proxies,
  conditions: Conditions,
  now: () => number = Date.now,
): (req: IncomingMessage, res: unknown, next: () => void) => void {
  const isUndeclared = undeclaredPeer(declared);
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (req, _res, next) => {
    if (
      req.headers['x-forwarded-for'] !== undefined &&
      now() - reportedAt >= REPORT_EVERY_MS &&
      isUndeclared(req.socket.remoteAddress ?? '')
    ) {
      reportedAt = now();
      conditions.begin(UNDECLARED);
    }
    next();
  };
}

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1', 'fc00::/7'];

function undeclaredPeer(declared: Proxies): (address: string) => boolean {
  if (declared === 'undeclared') return () => true;
  if (typeof declared === 'number') return () => false;
  const [trusted, near] = [listOf(declared), listOf(PRIVATE)];
  return (address) => !contains(trusted, address) && contains(near, address);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

function contains(list: BlockList, peer: string): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
