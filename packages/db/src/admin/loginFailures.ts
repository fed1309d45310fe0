/**
 * Counts failed attempts to sign in, in PostgreSQL: several panels share one count, and a restart
 * does not forget it. A key is the HMAC of what is counted, so that no address is stored.
 */
import { type Db, poolOf } from '../db.js';
import { statement } from '../namedParameters.js';

/** The pauses after wrong passwords or codes. */
export interface PausePolicy {
  /** This many failures cause no pause; with the last of them the pauses begin. */
  freeFailures: number;
  firstPauseMs: number;
  /** Each failure doubles the pause, up to this one. */
  longestPauseMs: number;
  /** Failures are forgotten after this long without another. */
  forgetMs: number;
}

interface Attempt extends PausePolicy {
  key: Buffer;
  /** For the row that counts every failure of one user. */
  userId: number | null;
}

/** How many failures there are with this one: counted anew when the others are forgotten. */
const COUNT = `CASE WHEN f.forget_at <= now() THEN 1 ELSE f.failures + 1 END`;
/** @param least while the attempt is checked, which takes a while on a busy machine */
const pauseOf = (failures: string, least = 0) => `
  CASE WHEN ${failures} < :freeFailures::int THEN 0
    ELSE greatest(${least}, least(:longestPauseMs::float8,
      :firstPauseMs::float8 * power(2, least(${failures} - :freeFailures::int, 30)))) END
  * interval '1 millisecond'`;
const CHECK_MS = 30_000;

const TAKE = statement<Attempt>(
  'take_login_attempt',
  `INSERT INTO login_failures AS f (key, user_id, failures, blocked_until, forget_at)
    VALUES (:key, :userId, 1, now() + ${pauseOf('1', CHECK_MS)},
      now() + :forgetMs::float8 * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET failures = ${COUNT},
      blocked_until = now() + ${pauseOf(`(${COUNT})`, CHECK_MS)}, forget_at = excluded.forget_at
    WHERE f.blocked_until <= now()
    RETURNING failures`,
);

const FAILED = statement<PausePolicy & { key: Buffer }>(
  'login_attempt_failed',
  `UPDATE login_failures SET blocked_until = now() + ${pauseOf('failures')} WHERE key = :key`,
);

const WAIT = statement<{ key: Buffer }>(
  'login_wait',
  `SELECT ceil(extract(epoch FROM blocked_until - now()))::int AS seconds
    FROM login_failures WHERE key = :key AND blocked_until > now()`,
);

/** Expired rows that one attempt deletes: more than it writes, so that they do not pile up. */
const PURGE = `DELETE FROM login_failures WHERE key IN (
  SELECT key FROM login_failures WHERE forget_at < now() AND blocked_until < now()
  LIMIT 20 FOR UPDATE SKIP LOCKED)`;

export type TakenAttempt = { allowed: true; failures: number } | { allowed: false; wait: number };

/**
 * Counts a failure before the attempt is checked, in one statement: attempts at the same time count
 * each other. A right attempt is taken back with `forgetFailures`; after a wrong one its pause
 * begins with `attemptFailed`.
 * @returns the seconds to wait, when an earlier failure still blocks
 */
export async function takeAttempt(
  db: Db,
  key: Buffer,
  policy: PausePolicy,
  userId: number | null = null,
): Promise<TakenAttempt> {
  const values = { ...policy, key, userId };
  const { rows } = await poolOf(db).query<{ failures: number }>(TAKE(values));
  if (rows[0]) {
    if (rows[0].failures === 1) await poolOf(db).query(PURGE);
    return { allowed: true, failures: rows[0].failures };
  }
  const { rows: waits } = await poolOf(db).query<{ seconds: number }>(WAIT({ key }));
  return { allowed: false, wait: waits[0]?.seconds ?? 1 };
}

/** The pause begins with the answer, however long the check took. */
export async function attemptFailed(db: Db, key: Buffer, policy: PausePolicy): Promise<void> {
  await poolOf(db).query(FAILED({ ...policy, key }));
}

export async function forgetFailures(db: Db, key: Buffer): Promise<void> {
  await poolOf(db).query('DELETE FROM login_failures WHERE key = $1', [key]);
}

/** So many failures on one user within an hour are announced. */
export const LOGIN_ALARM = 10;

/** How many users have so many failures now. */
export const LOGIN_ALARMS = `(SELECT count(*)::int FROM login_failures
  WHERE user_id IS NOT NULL AND failures >= ${LOGIN_ALARM} AND forget_at > now())`;
