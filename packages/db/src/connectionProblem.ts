/**
 * Says in Spanish what is wrong with a connection: its TLS settings, or the server that it reaches.
 */

import { unreachable } from '@rafaga/runtime/unreachable';

/** Recognized by the text of the error, because Prisma drops its code. */
const PROBLEMS: readonly [RegExp, string][] = [
  [
    /self-signed certificate|unable to (verify|get)|certificate signature failure/,
    'su certificado no es de la autoridad que nombra sslrootcert',
  ],
  [/certificate has expired/, 'su certificado venció'],
  [/certificate is not yet valid/, 'su certificado todavía no vale: compara los relojes'],
  [/certificate's altnames/, 'su certificado es de otro nombre que el de DATABASE_URL'],
  [
    /this server is a standby/,
    'es una réplica, y no acepta escrituras: nombra también al principal',
  ],
  [
    /too many (clients|connections)|connection slots are reserved/,
    'no admite más conexiones: sube max_connections, o pon menos procesos',
  ],
  [
    /password authentication failed|Authentication failed against/,
    'no admite el usuario o la contraseña',
  ],
  [/database ["`].*["`] does not exist/i, 'no tiene la base de datos que nombra DATABASE_URL'],
  [/Can't reach database server/, 'nada contesta en la dirección de DATABASE_URL'],
  [/no pg_hba\.conf entry/, 'su pg_hba.conf no admite a este usuario desde esta máquina'],
  [/role ".*" does not exist/, 'no tiene el usuario que nombra DATABASE_URL'],
  [/the database system is (starting up|not yet accepting|in recovery mode)/, 'está arrancando'],
  [/the database system is shutting down/, 'se está deteniendo'],
  [/does not support SSL/, 'no acepta TLS, y sslmode lo pide'],
  [
    /unsupported startup parameter/,
    'hay un PgBouncer delante que no admite los límites de tiempo: necesita la versión 1.21 o ' +
      'posterior, con los ajustes de docker/README.md',
  ],
  [
    /transaction blocks not allowed in statement pooling mode/,
    'hay un PgBouncer delante que reparte conexiones por sentencia: necesita pool_mode = ' +
      'transaction o session',
  ],
  [
    /prepared statement ".*" (does not exist|already exists)/,
    'hay un PgBouncer delante que pierde las sentencias preparadas: necesita la versión 1.21 o ' +
      'posterior con max_prepared_statements mayor que 0',
  ],
];

/** By PostgreSQL's code, for a server that writes its messages in another language. */
const PROBLEM_CODES: Readonly<Record<string, string>> = {
  '28P01': 'no admite el usuario o la contraseña',
  '3D000': 'no tiene la base de datos que nombra DATABASE_URL',
};

/** @returns undefined for any other error */
export function connectionProblem(error: unknown): string | undefined {
  const { message = '', code = '' } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return PROBLEM_CODES[code] ?? PROBLEMS.find(([pattern]) => pattern.test(message))?.[1];
}

/** What pg, or Prisma, says of a connection without the code of the network. */
const LOST: readonly [RegExp, string][] = [
  [
    /^timeout (exceeded|expired)|due to connection timeout|Operation has timed out/,
    'no contesta a tiempo',
  ],
  [/^Connection terminated|Server has closed the connection/, 'la conexión se cortó'],
];

/** Prisma keeps the address, and not the code of the network. */
const NOT_REACHED = /Can't reach database server at `?([^\s`]+)/;

/**
 * The whole sentence for operators, without its full stop. It may name the address of the server,
 * which callers of the API must not read.
 * @returns undefined for an error that is not of the connection
 */
export function unreachablePostgres(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  const [, place] = NOT_REACHED.exec(message) ?? [];
  if (place) return `PostgreSQL no responde en ${place}: nada contesta ahí [P1001]`;
  const problem = connectionProblem(error) ?? LOST.find(([pattern]) => pattern.test(message))?.[1];
  return problem ? `PostgreSQL no responde: ${problem}` : unreachable('PostgreSQL', error);
}
