/**
 * Says in Spanish what is wrong with a connection: its TLS settings, or the server that it reaches.
 */

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
  [/does not support SSL/, 'no acepta TLS, y sslmode lo pide'],
  [
    /unsupported startup parameter/,
    'hay un PgBouncer delante que no admite los límites de tiempo: necesita la versión 1.21 o ' +
      'posterior, con los ajustes de docker/README.md',
  ],
  [
    /prepared statement ".*" (does not exist|already exists)/,
    'hay un PgBouncer delante que pierde las sentencias preparadas: necesita la versión 1.21 o ' +
      'posterior con max_prepared_statements mayor que 0',
  ],
];

/** @returns undefined for any other error */
export function connectionProblem(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  return PROBLEMS.find(([pattern]) => pattern.test(message))?.[1];
}
