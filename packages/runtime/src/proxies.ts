/**
 * The proxies in front of a program: which ones `RAFAGA_PROXIES` trusts, and a condition when
 * requests come through one that it does not name.
 */
import type { IncomingMessage } from 'node:http';
import type { Conditions } from './conditions/conditions.js';
import type { Reader } from './config.js';
import { isNetwork, networkList } from './network/networkList.js';

/** Networks and addresses, or the number of proxies; 'undeclared' without the variable. */
export type Proxies = readonly string[] | number | 'undeclared';

const MAX_HOPS = 10;
/** How often at most the condition is begun and logged. */
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

/** The value of Express's `trust proxy` setting. */
export const trustedProxies = (declared: Proxies): string[] | number | false => {
  if (declared === 'undeclared') return false;
  return typeof declared === 'number' ? declared : [...declared];
};

/** Whether a peer is one of the proxies. When only their number is declared, every peer is. */
export function declaredProxy(declared: Proxies): (address: string) => boolean {
  if (declared === 'undeclared') return () => false;
  if (typeof declared === 'number') return () => declared > 0;
  return networkList(declared);
}

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
 * A step of a request that begins the condition. With declared networks it considers only private
 * peers, because a client that reaches the program directly may send the header too.
 */
export function noticeProxies(
  declared: Proxies,
  conditions: Conditions,
  now: () => number = Date.now,
): (req: IncomingMessage) => void {
  const isUndeclared = undeclaredPeer(declared);
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (req) => {
    if (
      req.headers['x-forwarded-for'] !== undefined &&
      now() - reportedAt >= REPORT_EVERY_MS &&
      isUndeclared(req.socket.remoteAddress ?? '')
    ) {
      reportedAt = now();
      conditions.begin(UNDECLARED);
    }
  };
}

const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::1', 'fc00::/7'];

function undeclaredPeer(declared: Proxies): (address: string) => boolean {
  if (declared === 'undeclared') return () => true;
  if (typeof declared === 'number') return () => false;
  const [isTrusted, isNear] = [networkList(declared), networkList(PRIVATE)];
  return (address) => !isTrusted(address) && isNear(address);
}
