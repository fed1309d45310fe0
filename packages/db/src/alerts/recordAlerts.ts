/**
 * Compares the current problems with those that were announced, and queues a message about the
 * differences. A problem is announced at once when it is new, and at most once an interval after.
 */

import type { Prisma } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';

export type AlertSeverity = 'bad' | 'warn';
export type AlertChannel = 'webhook' | 'email';

export interface AlertProblem {
  /** Identifies the problem for as long as it lasts. */
  key: string;
  severity: AlertSeverity;
  text: string;
  advice: string;
  /** The panel's page with the cause. */
  path: string;
}

export interface AlertChange extends Omit<AlertProblem, 'severity'> {
  /** The severity in the last message about it; null: no message, or that it ended. */
  was: AlertSeverity | null;
  /** The severity now; null: the problem has ended. */
  is: AlertSeverity | null;
  since: Date;
  endedAt: Date | null;
}

export interface KnownProblems {
  problems: readonly AlertProblem[];
  /**
   * By its key: whether it cannot be told now if the problem holds. Its open alert stays as it is;
   * an answer that is missing would otherwise announce an end.
   */
  isUnknown(key: string): boolean;
}

export interface AlertRound extends KnownProblems {
  /** The name of the process that compares. */
  process: string;
  /** The interval within which a problem is announced at most once. */
  digestMs: number;
  channels: readonly AlertChannel[];
  /** Makes the message about these changes. */
  compose(changes: readonly AlertChange[]): Prisma.InputJsonValue;
}

/**
 * How long the lease of the comparing process lasts. Only one compares, because each process sees
 * some problems that others do not.
 */
const LEADER_MS = 45_000;

/** No message is kept longer, not even one that no channel took. */
const FORGET = `DELETE FROM alert_messages WHERE created_at < now() - interval '90 days'`;

/** @returns whether this process is the one that compares */
export async function recordAlerts(db: Db, round: AlertRound): Promise<boolean> {
  const { process, digestMs, channels, compose } = round;
  // First alone: a commit that waits for a standby is done when it returns. With alerts in it, it
  // would announce the absence of the standby then.
  if (!(await lead(prismaOf(db), process))) return false;
  return prismaOf(db).$transaction(async (tx) => {
    if (!(await lead(tx, process))) return false;
    await putProblems(tx, round);
    const changes = await takeChanges(tx, digestMs);
    if (changes.length === 0) return true;
    const message = compose(changes);
    await tx.alertMessage.createMany({ data: channels.map((channel) => ({ channel, message })) });
    await tx.$executeRawUnsafe(FORGET);
    return true;
  });
}

/** Takes or prolongs the lease; false: another process has it. */
async function lead(tx: Prisma.TransactionClient, process: string): Promise<boolean> {
  const led = await tx.$executeRaw`
    UPDATE alert_leader SET process = ${process}, until = now() + ${LEADER_MS} * interval '1 ms'
    WHERE process = ${process} OR until < now()`;
  return led > 0;
}

async function putProblems(
  tx: Prisma.TransactionClient,
  { problems, isUnknown }: KnownProblems,
): Promise<void> {
  const rows = await tx.alert.findMany({
    where: { severity: { not: null } },
    select: { key: true },
  });
  const open = rows.map(({ key }) => key);
  const left = new Set(open.filter(isUnknown));
  await beginOrChange(
    tx,
    problems.filter(({ key }) => !left.has(key)),
  );
  const given = new Set(problems.map(({ key }) => key));
  const ended = open.filter((key) => !given.has(key) && !left.has(key));
  await tx.alert.updateMany({
    where: { key: { in: ended } },
    data: { severity: null, endedAt: new Date() },
  });
}

async function beginOrChange(
  tx: Prisma.TransactionClient,
  problems: readonly AlertProblem[],
): Promise<void> {
  const given = JSON.stringify(problems);
  await tx.$executeRaw`
    INSERT INTO alerts (key, severity, text, advice, path)
    SELECT key, severity, text, advice, path FROM jsonb_to_recordset(${given}::jsonb)
      AS p (key text, severity text, text text, advice text, path text)
    ON CONFLICT (key) DO UPDATE SET severity = EXCLUDED.severity, text = EXCLUDED.text,
      advice = EXCLUDED.advice, path = EXCLUDED.path, ended_at = NULL,
      since = CASE WHEN alerts.severity IS NULL THEN now() ELSE alerts.since END`;
}

/** The changes that no message contains yet; they are marked as announced. */
const takeChanges = (tx: Prisma.TransactionClient, digestMs: number): Promise<AlertChange[]> =>
  tx.$queryRaw<AlertChange[]>`
    WITH quiet AS (
      SELECT key, announced FROM alerts
      WHERE announced_at IS NULL OR announced_at < now() - ${digestMs} * interval '1 ms'),
    forgotten AS (
      DELETE FROM alerts a USING quiet q
      WHERE q.key = a.key AND a.severity IS NULL AND a.announced IS NULL),
    changed AS (
      UPDATE alerts a SET announced = a.severity, announced_at = now() FROM quiet q
      WHERE q.key = a.key AND a.severity IS DISTINCT FROM a.announced
      RETURNING a.key, q.announced AS was, a.severity AS is, a.text, a.advice, a.path, a.since,
        a.ended_at AS "endedAt")
    SELECT * FROM changed ORDER BY "is" NULLS LAST, key`;
