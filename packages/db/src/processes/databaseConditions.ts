/** Converts an error of PostgreSQL to a condition with a Spanish text and remedy for operators. */
import type { Condition } from '@rafaga/runtime/conditions';
import pg from 'pg';
import { connectionProblem } from '../connectionProblem.js';
import { isDiskFull, isUnavailable } from '../databaseErrors.js';

export const AWAY: Condition = {
  word: 'postgres',
  text: 'PostgreSQL no responde',
  remedy: 'Revisa que PostgreSQL esté en marcha y que DATABASE_URL lo nombre',
};
/** Also used when writing a sale fails because the disk is full. */
export const POSTGRES_FULL = {
  word: 'postgres_sin_espacio',
  text: 'PostgreSQL no tiene espacio en disco',
  remedy: 'Libera espacio en el disco de PostgreSQL: lo que tiene se puede leer',
} as const satisfies Condition;
export const READ_ONLY: Condition = {
  word: 'postgres_solo_lectura',
  text: 'PostgreSQL no acepta escrituras',
  remedy: 'DATABASE_URL debe apuntar al principal',
};
const LOCKED: Condition = {
  word: 'postgres_bloqueado',
  text: 'PostgreSQL tiene tablas bloqueadas y nada puede escribirse',
  remedy: 'Busca quién las tiene en pg_locks y pg_stat_activity, y termínalo',
};
const DENIED: Condition = {
  word: 'postgres_sin_permisos',
  text: 'Al rol de este programa le faltan permisos en PostgreSQL',
  remedy: 'Ejecuta migrate, que da a cada rol los suyos (docker/README.md)',
};
const BEHIND: Condition = {
  ...AWAY,
  text: 'A la base de datos le faltan tablas de esta versión',
  remedy: 'Ejecuta migrate (docker/UPGRADING.md), o revisa qué base de datos nombra DATABASE_URL',
};
/** Commits wait for a synchronous standby without any limit of time. */
export const NO_STANDBY: Condition = {
  word: 'postgres_sin_replica',
  text: 'PostgreSQL espera a una réplica síncrona que no responde',
  remedy:
    'Repón la réplica, o cambia synchronous_standby_names y recarga la configuración; no ' +
    'termines las sesiones que esperan: lo que escribieron quedaría solo en el principal',
};
/** By SQLSTATE. */
const CAUSES: Readonly<Record<string, Condition>> = {
  '25006': READ_ONLY,
  '42501': DENIED,
  '42703': BEHIND,
  '42883': BEHIND,
  '42P01': BEHIND,
  '55P03': LOCKED,
  '57014': LOCKED,
};

/** The words of all conditions that an error can mean. */
export const DATABASE_WORDS: readonly string[] = [
  ...new Set([AWAY, POSTGRES_FULL, NO_STANDBY, ...Object.values(CAUSES)].map(({ word }) => word)),
];

export function conditionOf(error: Error): Condition {
  if (isDiskFull(error)) return POSTGRES_FULL;
  const problem = connectionProblem(error);
  if (problem) return { ...AWAY, text: `PostgreSQL no responde: ${problem}` };
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  return (
    CAUSES[code] ??
    (isUnavailable(error) ? AWAY : { ...AWAY, text: 'PostgreSQL no acepta lo que se le pide' })
  );
}
