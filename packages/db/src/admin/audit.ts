/** The audit trail: actor, action and reason, written in the transaction of the action. */

import type { Prisma } from '@rafaga/prisma';
import { type Db, prismaOf } from '../db.js';
import { businessWhere, type Scope } from '../scope.js';
import type { PageQuery } from '../support/pageQuery.js';
import type { AuditAction } from './auditActions.js';

/** The actor, the reason and the request of an action. */
export interface By {
  /** 'cli:root', 'panel:ana@chain.pe' */
  actor: string;
  reason?: string | undefined;
  requestId?: string | undefined;
}

export interface Act {
  action: AuditAction;
  businessId?: number | undefined;
  documentId?: number | undefined;
  before?: Prisma.InputJsonValue | undefined;
  after?: Prisma.InputJsonValue | undefined;
}

/** A Prisma client, or one of its transactions. */
export type Tx = Pick<Prisma.TransactionClient, keyof Prisma.TransactionClient>;

export async function audit(
  tx: Tx,
  by: By,
  { action, businessId, documentId, before, after }: Act,
): Promise<void> {
  await tx.audit.create({
    data: {
      actor: by.actor,
      reason: by.reason ?? null,
      requestId: by.requestId ?? null,
      action,
      businessId: businessId ?? null,
      documentId: documentId ?? null,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  });
}

/** Records an act that changes no row, such as showing personal data or changing Redis. */
export const recordAct = (db: Db, by: By, act: Act): Promise<void> => audit(prismaOf(db), by, act);

/** Runs `work` and records it in one transaction; `act` makes the record from its result. */
export function audited<T>(
  db: Db,
  by: By,
  work: (tx: Tx) => Promise<T>,
  act: (done: T) => Act,
): Promise<T> {
  return prismaOf(db).$transaction(async (tx) => {
    const done = await work(tx);
    await audit(tx, by, act(done));
    return done;
  });
}

export interface AuditEntry extends By, Omit<Act, 'action'> {
  /** Another version may have written an action that this one does not know. */
  action: string;
  id: number;
  at: Date;
}

export interface AuditFilter extends Partial<PageQuery> {
  scope: Scope;
  actors?: readonly string[] | undefined;
  action?: string | undefined;
  since?: Date | undefined;
}

/** Lists a page of the trail, newest first. */
export async function listAudit(
  db: Db,
  { scope, actors, action, since, from, back, limit = 100 }: AuditFilter,
): Promise<AuditEntry[]> {
  const backwards = back === true && from !== undefined;
  const rows = await prismaOf(db).audit.findMany({
    where: {
      AND: [
        businessWhere(scope),
        actors === undefined ? {} : { actor: { in: [...actors] } },
        action === undefined ? {} : { action },
        since === undefined ? {} : { id: { gte: await firstSince(db, since) }, at: { gte: since } },
        from === undefined ? {} : { id: backwards ? { gt: from } : { lt: from } },
      ],
    },
    orderBy: { id: backwards ? 'asc' : 'desc' },
    take: limit,
  });
  if (backwards) rows.reverse();
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at,
    actor: row.actor,
    action: row.action,
    reason: row.reason ?? undefined,
    requestId: row.requestId ?? undefined,
    businessId: row.businessId ?? undefined,
    documentId: row.documentId === null ? undefined : Number(row.documentId),
    before: (row.before as Prisma.InputJsonValue | null) ?? undefined,
    after: (row.after as Prisma.InputJsonValue | null) ?? undefined,
  }));
}

/** The id of the first entry since a time; higher than every id when there is none. */
async function firstSince(db: Db, since: Date): Promise<bigint> {
  const where = { at: { gte: since } };
  const found = await prismaOf(db).audit.findFirst({ where, orderBy: { at: 'asc' } });
  return found?.id ?? BigInt(Number.MAX_SAFE_INTEGER);
}

export interface QueueAction {
  queue: string;
  paused: boolean;
  actor: string;
  reason: string | null;
  at: Date;
}

/** The last pause or resumption of each queue, with actor and reason. */
export async function listQueueActions(db: Db): Promise<QueueAction[]> {
  const rows = await prismaOf(db).audit.findMany({
    where: { action: { in: ['queue.pause', 'queue.resume'] } },
    orderBy: { id: 'desc' },
    take: 50,
  });
  const newest = new Map<string, QueueAction>();
  for (const { action, after, actor, reason, at } of rows) {
    const { queue } = after as { queue: string };
    if (newest.has(queue)) continue;
    newest.set(queue, { queue, paused: action === 'queue.pause', actor, reason, at });
  }
  return [...newest.values()];
}
