/**
 * Tells the troubles of a database apart: what it said, what it could not say, and what that means
 * for the transaction.
 */
import pg from 'pg';

/** The connection was lost or cut: whether a running statement was committed, nobody knows. */
export function lost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(08|57P)/.test(error.code ?? '');
}

/** The database is away, full, overworked or read-only: not the question's fault. */
export function away(error: unknown): boolean {
  return lost(error) || /^(53|57|58|25006|55P03)/.test((error as pg.DatabaseError).code ?? '');
}

/** Its disk is full: what it has can still be read. */
export function full(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53100';
}
