/** Says, in Spanish, why a server was not reached, for operators: with its address and the code. */

/** By the code of the operating system, which stays beside the words. */
const CAUSES: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'el DNS no responde',
  ECONNREFUSED: 'conexión rechazada',
  ECONNRESET: 'la conexión se cortó',
  EHOSTUNREACH: 'no se llega a esa máquina',
  ENETUNREACH: 'no se llega a esa red',
  ENOTFOUND: 'el DNS no conoce ese nombre',
  EPIPE: 'la conexión se cortó',
  ETIMEDOUT: 'no contesta a tiempo',
};

/** What node:net says of where a connection went. */
interface Place {
  address?: string;
  hostname?: string;
  port?: number;
}

interface ConnectionError extends Place {
  code?: string;
  /** Of a name with several addresses, each of which was tried. */
  errors?: readonly Place[];
  /** What a client for HTTP or S3 wraps. */
  cause?: ConnectionError;
}

/** @returns undefined for an error of anything else */
export function unreachable(server: string, error: unknown): string | undefined {
  const { code = '', cause } = (error ?? {}) as ConnectionError;
  if (code === '' && cause) return unreachable(server, cause);
  const reason = Object.hasOwn(CAUSES, code) ? CAUSES[code] : undefined;
  return reason && `${server} no responde${placeOf(error as ConnectionError)}: ${reason} [${code}]`;
}

function placeOf({ errors, cause, ...own }: ConnectionError): string {
  const { address, hostname, port } = errors?.[0] ?? own;
  const host = address ?? hostname;
  if (host === undefined) return cause ? placeOf(cause) : '';
  const named = host.includes(':') ? `[${host}]` : host;
  return ` en ${named}${port === undefined ? '' : `:${port}`}`;
}
