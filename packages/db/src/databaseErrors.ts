/** Classifies errors of PostgreSQL by what they mean for the running transaction. */
import pg from 'pg';

/** The connection broke: it is unknown whether a running statement was committed. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
}

/**
 * The database is down, full, overloaded or read-only: the statement itself is not at fault.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    isConnectionLost(error) ||
    /^(53|57|58|25006|55P03)/.test((error as pg.DatabaseError).code ?? '')
  );
}

/**
 * No partition has the month of a row: it was not made ahead. The message depends on the language
 * of the server; unlike that of a CHECK, the error names no constraint.
 */
export function isMonthMissing(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === undefined
  );
}

/** The disk of the database is full: existing rows can still be read. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53100';
}
