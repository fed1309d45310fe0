/** Checks PostgreSQL: that it answers, has this version's tables, and loses no answered sale. */
import type { Db, MonthsAhead, ServerSettings } from '@rafaga/db';
import { megabytes } from '../terminal/amounts.js';
import { clockFinding } from './clock.js';
import { type Finding, findingsOf } from './finding.js';

const { well, warning, fault } = findingsOf('PostgreSQL');

const MIN_VERSION = 14;

export async function checkPostgres(db: Db, url: string): Promise<Finding[]> {
  const {
    findMonthsAhead,
    acceptsTransactions,
    keepsStatements,
    MONTHS_REMEDY,
    poolsTransactions,
    readServerSettings,
    tablesOfAnotherVersion,
  } = await import('@rafaga/db');
  const { Prisma } = await import('@rafaga/prisma');
  const settings = await readServerSettings(db);
  const asked = new Date();
  const tables = await tablesOfAnotherVersion(db, Object.values(Prisma.ModelName));
  return [
    ...settingsFindings(settings),
    ...(tables.length === 0
      ? [well('tiene las tablas de esta versión')]
      : [
          fault(
            `faltan tablas o columnas de esta versión: ${tables.join(', ')}`,
            'Aplica las migraciones (docker/UPGRADING.md; npm start lo hace solo)',
          ),
        ]),
    // without tables of this version there are none of months either
    ...(tables.length === 0 ? monthFindings(await findMonthsAhead(db), MONTHS_REMEDY) : []),
    ...(await checkPooler(url, settings, {
      acceptsTransactions,
      keepsStatements,
      poolsTransactions,
    })),
    clockFinding('de PostgreSQL', settings.at, asked),
  ];
}

const monthFindings = ({ last, missing }: MonthsAhead, remedy: string): Finding[] =>
  missing ? [warning(`tiene meses solo hasta ${last}: faltan los siguientes`, remedy)] : [];

const POOLED = 'hay un PgBouncer que reparte conexiones por transacción';

const BY_STATEMENT = 'hay un PgBouncer que reparte conexiones por sentencia, sin transacciones';
const BY_STATEMENT_REMEDY = 'Ponle pool_mode = session o transaction (docker/README.md)';

type Probes = Pick<
  typeof import('@rafaga/db'),
  'acceptsTransactions' | 'keepsStatements' | 'poolsTransactions'
>;

/** What a pooler does to the connections of all programs. */
async function checkPooler(
  url: string,
  { limited }: ServerSettings,
  { acceptsTransactions, keepsStatements, poolsTransactions }: Probes,
): Promise<Finding[]> {
  if (!(await acceptsTransactions(url))) return [fault(BY_STATEMENT, BY_STATEMENT_REMEDY)];
  if (!(await poolsTransactions(url))) return [];
  if (!(await keepsStatements(url)))
    return [
      fault(
        `${POOLED} y pierde las sentencias preparadas`,
        'Debe ser 1.21 o posterior y tener max_prepared_statements mayor que 0',
      ),
    ];
  if (limited) return [well(`${POOLED}, y los límites de los programas valen`)];
  return [
    warning(
      `${POOLED}, y los límites de tiempo de los programas no valen`,
      'Ejecuta migrate, que los da a sus roles (docker/README.md)',
    ),
  ];
}

/** The findings about the settings of a server. */
export function settingsFindings(settings: ServerSettings): Finding[] {
  const { version, connections, maxConnections } = settings;
  const major = Math.floor(version / 10_000);
  const faults = [
    ...(major < MIN_VERSION
      ? [fault(`es la versión ${major}`, `Actualízalo a la ${MIN_VERSION} o posterior`)]
      : []),
    ...(settings.standby
      ? [fault('es una réplica, y no acepta escrituras', 'DATABASE_URL debe apuntar al principal')]
      : []),
    ...(settings.encoding === 'UTF8'
      ? []
      : [fault(`la base usa ${settings.encoding}`, 'Crea la base con ENCODING UTF8')]),
    ...losses(settings),
    ...(connections > maxConnections * 0.8
      ? [
          warning(
            `usa ${connections} de ${maxConnections} conexiones`,
            'Sube max_connections, o pon un PgBouncer delante',
          ),
        ]
      : []),
    ...manyMonths(settings),
    ...settings.idleSlots.map(({ name, keptBytes }) =>
      warning(
        `ningún programa lee la ranura ${name}: el servidor le guarda ${megabytes(keptBytes)} de ` +
          'registro, y llena su disco',
        `Inicia lo que la lee (rafaga respaldo recibir lee rafaga_respaldo), o bórrala: SELECT ` +
          `pg_drop_replication_slot('${name}')`,
      ),
    ),
    ...settings.roleSettings.map((setting) =>
      warning(
        `un rol de los programas tiene un ajuste que cambia lo que lee o escribe, ${setting}`,
        'Si no lo pusiste tú, alguien entró con ese rol: cambia su contraseña con migrate, y ' +
          'quita el ajuste con ALTER ROLE … RESET',
      ),
    ),
  ];
  return faults.length > 0 ? faults : [well(`la versión ${major} responde y guarda lo que acepta`)];
}

/** The tables of a month and their indexes, in a statement that reads four tables of all months. */
const LOCKS_OF_MONTH = 13;

/**
 * The server has room for two locks of max_locks_per_transaction for each connection. Half of the
 * connections must be able to lock all months at once: a statement without room for its locks
 * fails, that of a sale too.
 */
function manyMonths({ months, maxLocks }: ServerSettings): Finding[] {
  const most = Math.floor((4 * maxLocks) / LOCKS_OF_MONTH) - 1;
  if (months <= most) return [];
  return [
    warning(
      `tiene ${months} meses de comprobantes, y bloqueos para ${most}`,
      'ALTER SYSTEM SET max_locks_per_transaction = 256 y reinícialo, o desprende meses ' +
        '(docker/ARCHIVE.md)',
    ),
  ];
}

/** Settings with which a crash of the server loses sales that callers have an answer for. */
function losses({ fsync, fullPageWrites, synchronousCommit }: ServerSettings): Finding[] {
  const remedy = (name: string) => `ALTER SYSTEM SET ${name} = on; SELECT pg_reload_conf()`;
  const lost = (name: string) =>
    fault(`${name} está desactivado: un corte puede perder ventas ya respondidas`, remedy(name));
  return [
    ...(fsync ? [] : [lost('fsync')]),
    ...(fullPageWrites ? [] : [lost('full_page_writes')]),
    ...(synchronousCommit.includes('off') ? [lost('synchronous_commit')] : []),
  ];
}
