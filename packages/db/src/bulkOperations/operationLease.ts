/**
 * The lease of a bulk operation: only one process runs it at a time, and another takes over when
 * that process ends. The epoch rejects writes of a process whose lease has expired. During a
 * restoration no operation runs: documents may be further than the database shows.
 */

import type { Operation as Row } from '@rafaga/prisma';
import type { Tx } from '../admin/audit.js';
import { type Db, poolOf, prismaOf } from '../db.js';
import { NOT_RESTORING } from '../restoration/restoration.js';
import type { OperationTask } from './exclusions.js';
import { taskOf } from './operation.js';

/** When a runner was killed, another process takes over after this time. */
const LEASE_SECONDS = 6;
const RENEWED = `lease_until = now() + interval '${LEASE_SECONDS} seconds'`;

export interface OperationLease {
  id: number;
  epoch: number;
}

/** Claims the oldest running operation that no process has a lease on. */
export async function claimOperation(db: Db, owner: string): Promise<OperationLease | undefined> {
  const { rows } = await poolOf(db).query<OperationLease>({
    name: 'claim_operation',
    text: `UPDATE operations SET lease_owner = $1, ${RENEWED}, epoch = epoch + 1
      WHERE id = (SELECT id FROM operations
        WHERE state = 'running' AND ended_at IS NULL AND (lease_until > now()) IS NOT TRUE
          AND ${NOT_RESTORING}
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, epoch`,
    values: [owner],
  });
  return rows[0];
}

/** Ends the lease, so that another process can claim the operation at once. */
export async function releaseOperation(db: Db, { id, epoch }: OperationLease): Promise<void> {
  await poolOf(db).query({
    name: 'release_operation',
    text: `UPDATE operations SET lease_owner = NULL, lease_until = NULL
      WHERE id = $1 AND epoch = $2`,
    values: [id, epoch],
  });
}

/** An operation, as its runner needs it. */
export type RunningOperation = Pick<
  Row,
  'id' | 'reason' | 'requestId' | 'canary' | 'canaryPassed'
> & {
  task: OperationTask;
  /** The person that approved it or, without approval, started it, as the audit names persons. */
  actor: string;
};

/** @returns undefined when the operation must not go on, or this process has lost the lease */
export async function renewOperation(
  db: Db,
  { id, epoch }: OperationLease,
): Promise<RunningOperation | undefined> {
  const { rows } = await poolOf(db).query<Omit<RunningOperation, 'task'> & Row>({
    name: 'renew_operation',
    text: `UPDATE operations p SET ${RENEWED} FROM users u
      WHERE p.id = $1 AND p.epoch = $2 AND p.state = 'running'
        AND u.id = coalesce(p.decided_by, p.proposed_by) AND ${NOT_RESTORING}
      RETURNING p.id, p.action, p.resolution, p.reason, p.request_id AS "requestId", p.canary,
        p.canary_passed AS "canaryPassed", 'panel:' || u.email AS actor`,
    values: [id, epoch],
  });
  return rows[0] && { ...rows[0], task: taskOf(rows[0]) };
}

/**
 * Runs the work while the operation is locked, so that it cannot be paused or claimed meanwhile.
 * @returns false, without running the work, when the lease is lost
 */
export function inLease(
  db: Db,
  { id, epoch }: OperationLease,
  work: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  return prismaOf(db).$transaction(async (tx) => {
    const held = await tx.$queryRaw<unknown[]>`SELECT 1 FROM operations
      WHERE id = ${id} AND epoch = ${epoch} AND state = 'running' FOR NO KEY UPDATE`;
    if (held.length === 0) return false;
    await work(tx);
    return true;
  });
}
