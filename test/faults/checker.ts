/** Waits until a tenant's documents are settled or in review, and checks their history. */
import { waitFor } from '../support/waitFor.js';
import type { Cluster } from './cluster.js';
import { collect } from './history/collect.js';
import type { History } from './history/history.js';
import { type Column, reviewsOf, violations } from './history/rules.js';
import type { Load } from './load.js';
import type { Tenant } from './tenant.js';

export interface Findings {
  violations: Record<Column, string[]>;
  /** Number of settled documents with more than one attempt. */
  recovered: number;
  /** Number of reviews by reason. */
  reviews: Record<string, number>;
  inReview: number;
  /** Documents in review although no other system has their number. */
  needless: string[];
  documents: number;
  settledInMs: number;
}

export const SETTLED_WITHIN_MS = 180_000;
const OPEN =
  `SELECT count(*)::int AS count FROM emissions WHERE business_id = $1 AND stage <> ` + `'review'`;

export async function check(cluster: Cluster, tenant: Tenant, load: Load): Promise<Findings> {
  await load.done;
  const { soldAt } = load;
  const open = async () =>
    (await cluster.db.pool.query<{ count: number }>(OPEN, [tenant.id])).rows[0]?.count ?? 0;
  let left = 0;
  const late = await waitFor(
    () => `documents of business ${tenant.id} settled or in review, ${left} are not`,
    async () => {
      left = await open();
      return left === 0;
    },
    { everyMs: 250, withinMs: Math.round(soldAt + SETTLED_WITHIN_MS - performance.now()) },
  ).then(
    () => [],
    (error: Error) => [error.message],
  );
  const settledInMs = Math.round(performance.now() - soldAt);
  const history = await collect(cluster, tenant);
  return { ...findingsOf(history, [...load.wrong, ...late]), settledInMs };
}

function findingsOf(history: History, wrong: readonly string[]): Omit<Findings, 'settledInMs'> {
  const found = violations(history);
  const { byReason, needless } = reviewsOf(history);
  const { documents } = history;
  return {
    violations: { ...found, unexpected: [...wrong, ...found.unexpected] },
    recovered: documents.filter(({ attempts, state }) => attempts > 1 && state !== null).length,
    reviews: byReason,
    inReview: documents.filter(({ stage }) => stage === 'review').length,
    needless,
    documents: documents.length,
  };
}
