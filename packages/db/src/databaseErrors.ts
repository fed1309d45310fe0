/** Classifies errors of PostgreSQL by what they mean for the running transaction. */
import pg from 'pg';

/** The connection broke: it is unknown whether a running statement was committed. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
}

/**
 * The database is down, full, overloaded, read-only, or refuses the login, or its administrator
 * limits transactions (25P03, 25P04); neither the statement nor a fault of the caller's code, such
 * as a value that cannot be sent, is the cause.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return (
    isConnectionLost(error) ||
    /^(25006|25P0[34]|28|53|55P03|57|58)/.test((error as pg.DatabaseError).code ?? '')
  );
}

/**
 * The partition for the month of a row does not exist, or takes no rows, as that of a closed month.
 * The error is recognized without its message, which depends on the server's language: unlike that
 * of a CHECK, it names no constraint.
 */
export function isMonthMissing(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === undefined
  );
}

/**
 * Nothing was written and the statement may succeed now: a migration changed tables or functions
 * while it waited or ran, or it lost a deadlock.
 */
export function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return /^(0A000|40001|40P01|42|XX000)/.test(error.code ?? '');
}

/** The disk of the database is full; existing rows can still be read. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53100';
}
