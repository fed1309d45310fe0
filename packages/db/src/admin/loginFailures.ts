/**
 * Counts failed attempts to sign in, in PostgreSQL, so that all panels share one count and a
 * restart keeps it. A key is the HMAC of the counted name or address: no address is stored.
 */
import { type Db, poolOf } from '../db.js';
import { statement } from '../namedParameters.js';

/** How the pause after wrong passwords or codes grows. */
export interface PausePolicy {
  /** The number of failures after which the pauses begin. */
  freeFailures: number;
  firstPauseMs: number;
  /** Each failure doubles the pause, up to this length. */
  longestPauseMs: number;
  /** Failures are forgotten after this time without a new one. */
  forgetMs: number;
}

interface Attempt extends PausePolicy {
  key: Buffer;
  /** The user whose failures this row counts; null for other rows. */
  userId: number | null;
}

/** The number of failures with this one; starts again at 1 when the earlier ones are forgotten. */
const COUNT = `CASE WHEN f.forget_at <= now() THEN 1 ELSE f.failures + 1 END`;
/**
 * @param least the shortest pause: an attempt blocks others while it is checked, which takes a
 * while on a busy machine
 */
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

/** Deletes expired rows, more at each attempt than it writes, so that they do not accumulate. */
const PURGE = `DELETE FROM login_failures WHERE key IN (
  SELECT key FROM login_failures WHERE forget_at < now() AND blocked_until < now()
  LIMIT 20 FOR UPDATE SKIP LOCKED)`;

export type TakenAttempt = { allowed: true; failures: number } | { allowed: false; wait: number };

/**
 * Counts a failure before the attempt is checked, in one statement, so that simultaneous attempts
 * count each other. After a right attempt call `forgetFailures`, after a wrong one `attemptFailed`.
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

/** Starts the pause at the answer, however long the check took. */
export async function attemptFailed(db: Db, key: Buffer, policy: PausePolicy): Promise<void> {
  await poolOf(db).query(FAILED({ ...policy, key }));
}

export async function forgetFailures(db: Db, key: Buffer): Promise<void> {
  await poolOf(db).query('DELETE FROM login_failures WHERE key = $1', [key]);
}

/** This many failures of one user within an hour raise an alert. */
export const LOGIN_ALARM = 10;

/** SQL: the number of users with at least that many failures now. */
export const LOGIN_ALARMS = `(SELECT count(*)::int FROM login_failures
  WHERE user_id IS NOT NULL AND failures >= ${LOGIN_ALARM} AND forget_at > now())`;
