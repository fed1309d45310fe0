/**
 * Checks that this machine reaches every service to which active businesses send: DNS, TLS and an
 * answer, whose Date is compared with this machine's clock.
 */
import { once } from 'node:events';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { UsedAuthority } from '@rafaga/db';
import type { AddressPolicy } from '@rafaga/runtime/network';
import type { Endpoints } from '@rafaga/sunat';
import type { Got } from 'got';
import { clockFinding } from './clock.js';
import { type Finding, findingsOf } from './finding.js';

const { well, fault } = findingsOf('SUNAT');

export interface AuthorityOptions {
  simulatorUrl: string;
  /** Networks whose private addresses a business may send to. */
  allowPrivate: readonly string[];
}

export async function checkAuthorities(
  used: readonly UsedAuthority[],
  options: AuthorityOptions,
): Promise<Finding[]> {
  if (used.length === 0) return [well('ningún negocio activo envía todavía')];
  const { SUNAT, servicesAt, servicesOf } = await import('@rafaga/sunat');
  const services = ({ authority, billUrl, consultUrl }: UsedAuthority): Endpoints => {
    if (authority === 'simulator') return servicesAt(options.simulatorUrl);
    if (authority === 'custom') return servicesOf(billUrl ?? '', consultUrl ?? undefined);
    return SUNAT[authority];
  };
  const own = new Set([new URL(options.simulatorUrl).host]);
  const urls = new Set(used.flatMap((each) => addressesOf(services(each))));
  const findings = await Promise.all(
    [...urls].map((url) =>
      checkService(url, own.has(new URL(url).host) ? undefined : options.allowPrivate),
    ),
  );
  return findings.flat();
}

/** One address for each host and service. */
const addressesOf = ({ billUrl, consultUrl, validity }: Endpoints): string[] => {
  const { tokenOrigin, queryOrigin } = validity ?? {};
  const all = [billUrl, consultUrl, tokenOrigin, queryOrigin].filter((one) => one !== undefined);
  const services = new Map(all.map((url) => [new URL(url).origin, url] as const).reverse());
  return [...services.values()];
};

/** @param allowed as of a custom authority; undefined for the operator's own simulator */
async function checkService(url: string, allowed?: readonly string[]): Promise<Finding[]> {
  const [{ got }, { addressPolicy, operatorPolicy }] = await Promise.all([
    import('got'),
    import('@rafaga/runtime/network'),
  ]);
  const policy = allowed ? addressPolicy(allowed) : operatorPolicy();
  const { host, protocol } = new URL(url);
  const refused = policy.fault(url);
  if (refused) return [fault(`no se va a ${host}: ${refused}`, 'Revisa RAFAGA_ALLOW_PRIVATE')];
  try {
    const began = performance.now();
    const headers = await headersOf(got, url, policy.lookup(protocol));
    const asked = new Date();
    const told = well(`${host} responde en ${Math.round(performance.now() - began)} ms`);
    return headers.date ? [told, clockFinding(`de ${host}`, dateOf(headers), asked)] : [told];
  } catch (error) {
    return [fault(`no se llega a ${host}: ${causeOf(error as Error)}`, remedyOf(error as Error))];
  }
}

/** Reads no body: it may be of any size, or never end. */
async function headersOf(
  got: Got,
  url: string,
  dnsLookup: ReturnType<AddressPolicy['lookup']>,
): Promise<IncomingHttpHeaders> {
  const exchange = got.stream(url, {
    throwHttpErrors: false,
    retry: { limit: 0 },
    followRedirect: false,
    decompress: false,
    timeout: { request: 5_000 },
    dnsLookup,
  });
  // one after the response, which "once" no longer listens for
  exchange.on('error', () => undefined);
  exchange.on('request', (request: ClientRequest) =>
    // without a listener a 101 ends the request with neither a response nor an error
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      exchange.destroy(new Error('cambió de protocolo'));
    }),
  );
  try {
    const [{ headers }] = await once(exchange, 'response');
    return headers;
  } finally {
    exchange.destroy();
  }
}

const dateOf = ({ date = '' }: { date?: string | undefined }): Date => new Date(date);

/** Causes by error code, in Spanish, with what to do. */
const CAUSES: Readonly<Record<string, readonly [cause: string, remedy: string]>> = {
  ENOTFOUND: ['el DNS no conoce ese nombre', 'Revisa el DNS de esta máquina y la dirección'],
  EAI_AGAIN: ['el DNS no responde', 'Revisa /etc/resolv.conf y la red de esta máquina'],
  ECONNREFUSED: ['rechaza la conexión', 'Revisa la dirección, y que el servicio esté en marcha'],
  ETIMEDOUT: ['no responde en 5 s', 'Revisa la salida a Internet, el firewall y el proxy'],
  CERT_HAS_EXPIRED: ['su certificado TLS venció', 'Revisa el reloj; si está bien, avísales'],
  EFORBIDDEN: ['su dirección es privada', 'Si es tuya, nómbrala en RAFAGA_ALLOW_PRIVATE'],
};
const UNTRUSTED = [
  'su certificado TLS no es de confianza',
  'Instala ca-certificates; si hay un proxy que abre TLS, NODE_EXTRA_CA_CERTS debe nombrar su CA',
] as const;

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
const knownOf = (error: Error) =>
  CAUSES[codeOf(error)] ??
  (/CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME/.test(codeOf(error)) ? UNTRUSTED : undefined);
const causeOf = (error: Error): string => knownOf(error)?.[0] ?? error.message;
const remedyOf = (error: Error): string =>
  knownOf(error)?.[1] ?? 'Revisa la salida a Internet de esta máquina';
