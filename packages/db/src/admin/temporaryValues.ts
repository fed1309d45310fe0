/**
 * Sealed values that the panel holds for one user for minutes. The database keeps the hash of the
 * token that asks for one, never the token.
 */
import { createHash } from 'node:crypto';
import { type Db, poolOf } from '../db.js';

/** More of one user are forgotten, the oldest first. */
const MAX_OF_USER = 10;

export interface TemporaryValue {
  userId: number;
  token: string;
  sealed: Buffer;
  expiresAt: Date;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Values that expired, of any user, are deleted with it. */
export async function putTemporaryValue(
  db: Db,
  { userId, token, sealed, expiresAt }: TemporaryValue,
): Promise<void> {
  await poolOf(db).query({
    name: 'put_temporary_value',
    text: `WITH old AS (DELETE FROM temporary_values WHERE expires_at <= now() OR id IN (
        SELECT id FROM temporary_values WHERE user_id = $2
        ORDER BY expires_at DESC OFFSET ${MAX_OF_USER - 1}))
      INSERT INTO temporary_values (id, user_id, sealed, expires_at) VALUES ($1, $2, $3, $4)`,
    values: [hashOf(token), userId, sealed, expiresAt],
  });
}

/** Undefined when it expired, was taken, or belongs to another user. */
export async function findTemporaryValue(
  db: Db,
  userId: number,
  token: string,
): Promise<Buffer | undefined> {
  const { rows } = await poolOf(db).query<{ sealed: Buffer }>({
    name: 'find_temporary_value',
    text: `SELECT sealed FROM temporary_values
      WHERE id = $1 AND user_id = $2 AND expires_at > now()`,
    values: [hashOf(token), userId],
  });
  return rows[0]?.sealed;
}

/** The value, which from now on no request gets again. */
export async function takeTemporaryValue(
  db: Db,
  userId: number,
  token: string,
): Promise<Buffer | undefined> {
  const { rows } = await poolOf(db).query<{ sealed: Buffer }>({
    name: 'take_temporary_value',
    text: `DELETE FROM temporary_values
      WHERE id = $1 AND user_id = $2 AND expires_at > now() RETURNING sealed`,
    values: [hashOf(token), userId],
  });
  return rows[0]?.sealed;
}
