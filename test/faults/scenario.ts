/** The type of a scenario, a fault to inject under load, and helpers that scenarios share. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SenderOptions } from '../support/senders.js';
import { waitFor } from '../support/waitFor.js';
import type { Cluster, ClusterOptions } from './cluster.js';
import type { Load, Sale } from './load.js';
import { issueDocument } from './observe.js';
import type { Tenant } from './tenant.js';

/** With the options of the cluster on which it runs. */
export interface Scenario extends ClusterOptions {
  name: string;
  /**
   * Part of the short selection of npm test, all on one cluster. What the authority answers, and a
   * Redis that is emptied or misconfigured, test/exchange and packages/queue prove with less.
   */
  short?: true;
  /** Duration of the load. */
  seconds: number;
  /** Expected number of reviews; not checked, if absent. */
  reviews?: number;
  /** Allowed number of needless reviews, whose number is not foreign; not checked, if absent. */
  needless?: number;
  /** Options of the business that issues. */
  options?: SenderOptions;
  /** Sales that are spread over the load, for which the simulator fails. */
  odd?: readonly Pick<Sale, 'kind' | 'client'>[];
  /** Runs before the load starts. */
  prepare?(cluster: Cluster, tenant: Tenant): Promise<void>;
  /** Starts when the load has run for a second; the fault is over when it resolves. */
  inject(cluster: Cluster, tenant: Tenant, load: Load): Promise<void>;
}

export const raceTimeout = <T>(promise: Promise<T>, ms: number) =>
  Promise.race([promise, sleep(ms)]);

/** Waits for up to the three minutes in which documents must be settled. */
export const eventually = <T>(what: string, probe: () => T | Promise<T>) =>
  waitFor(what, probe, { withinMs: 180_000, everyMs: 100 });

/** Issues documents beside the load until `wanted` resolves: the load may have ended before. */
export async function issueUntil<T>(
  cluster: Cluster,
  tenant: Tenant,
  wanted: Promise<T>,
): Promise<T> {
  let happened = false;
  const done = wanted.finally(() => {
    happened = true;
  });
  await eventually('a document to reach the checkpoint', async () => {
    await issueDocument(cluster, tenant);
    await raceTimeout(done, 200);
    return happened;
  });
  return done;
}
