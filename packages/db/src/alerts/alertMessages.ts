/** The queue of alert messages in PostgreSQL: adds, takes, settles and lists them. */

import type { Prisma } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import type { AlertChannel, AlertSeverity } from './recordAlerts.js';

export interface DueMessage {
  id: bigint;
  channel: AlertChannel;
  message: Prisma.JsonValue;
}

/** A message whose delivery has no result is taken again after this time. */
const DELIVERY_MS = 60_000;
/** An older message is no longer delivered. */
const GIVE_UP_MS = 86_400_000;
/** The number of delivered messages to keep. */
const KEPT = 500;
/** The wait stops doubling after this number of attempts. */
const MAX_DOUBLINGS = 8;

/** Takes the oldest messages; no other process takes them within a minute. */
export async function takeDueMessages(db: Db, limit: number): Promise<DueMessage[]> {
  return prismaOf(db).$queryRawUnsafe<DueMessage[]>(
    `UPDATE alert_messages m SET attempts = attempts + 1,
        next_at = now() + ${DELIVERY_MS} * interval '1 ms'
      WHERE id IN (SELECT id FROM alert_messages
        WHERE delivered_at IS NULL AND next_at <= now()
          AND created_at > now() - ${GIVE_UP_MS} * interval '1 ms'
        ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING id, channel, message`,
    limit,
  );
}

/** Adds a message that no problem caused, for example to test the channels. */
export async function addAlertMessage(
  db: Db,
  channels: readonly AlertChannel[],
  message: Prisma.InputJsonValue,
): Promise<void> {
  const data = channels.map((channel) => ({ channel, message }));
  await prismaOf(db).alertMessage.createMany({ data });
}

export async function messageDelivered(db: Db, id: bigint): Promise<void> {
  await prismaOf(db).$executeRaw`
    UPDATE alert_messages SET delivered_at = clock_timestamp(), last_error = NULL WHERE id = ${id}`;
  await prismaOf(db).$executeRaw`
    DELETE FROM alert_messages WHERE id < ${id} AND delivered_at IS NOT NULL AND id <= (
      SELECT id FROM alert_messages ORDER BY id DESC OFFSET ${KEPT} LIMIT 1)`;
}

/** When each channel last delivered a message, through any process, by the database's clock. */
export const lastDeliveries = (db: Db): Promise<{ channel: AlertChannel; at: Date }[]> =>
  prismaOf(db).$queryRaw`
    SELECT channel, max(delivered_at) AS at FROM alert_messages
    WHERE delivered_at IS NOT NULL GROUP BY channel`;

/**
 * Makes the message due again after a wait that begins at `firstMs` and doubles.
 * @returns when it failed, by the database's clock
 */
export async function messageFailed(
  db: Db,
  id: bigint,
  error: string,
  firstMs: number,
): Promise<Date> {
  const [row] = await prismaOf(db).$queryRaw<{ at: Date }[]>`
    UPDATE alert_messages SET last_error = ${error.slice(0, 300)},
      next_at = now() + ${firstMs} * power(2, least(attempts - 1, ${MAX_DOUBLINGS}))
        * interval '1 ms'
    WHERE id = ${id} RETURNING clock_timestamp()::timestamptz(3) AS at`;
  return row?.at ?? new Date();
}

export interface AlertMessageRow {
  id: bigint;
  channel: AlertChannel;
  message: Prisma.JsonValue;
  createdAt: Date;
  deliveredAt: Date | null;
  attempts: number;
  lastError: string | null;
  /** Whether it was not delivered, and no longer will be. */
  givenUp: boolean;
}

/** Lists messages, the latest first. */
export async function listAlertMessages(db: Db, limit = 50): Promise<AlertMessageRow[]> {
  const rows = await prismaOf(db).alertMessage.findMany({ orderBy: { id: 'desc' }, take: limit });
  const oldest = Date.now() - GIVE_UP_MS;
  return rows.map(({ channel, ...row }) => ({
    ...row,
    channel: channel as AlertChannel,
    givenUp: row.deliveredAt === null && row.createdAt.getTime() < oldest,
  }));
}

export interface OpenAlert {
  key: string;
  severity: AlertSeverity;
  text: string;
  path: string;
  since: Date;
}

/** Lists open alerts, the most severe first. */
export const listOpenAlerts = (db: Db): Promise<OpenAlert[]> =>
  prismaOf(db).alert.findMany({
    where: { severity: { not: null } },
    orderBy: [{ severity: 'asc' }, { since: 'asc' }],
  }) as Promise<OpenAlert[]>;
