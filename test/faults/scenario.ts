/** A scenario: a fault to inject while tills sell; and what scenarios share. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SenderWishes } from '../support/senders.js';
import { waitFor } from '../support/waitFor.js';
import type { Cluster } from './cluster.js';
import type { Load, Sale } from './load.js';
import { issueDocument } from './look.js';
import type { Disk } from './servers.js';
import type { Tenant } from './tenant.js';

export interface Scenario {
  name: string;
  /** Within npm test, where minutes count. */
  short?: true;
  seconds: number;
  /** A cluster of its own, whose servers have this disk. */
  disk?: Disk;
  /** How many documents end with a person; absent: whatever the answers oblige to. */
  reviews?: number;
  /**
   * How many of them at most may have a number that no other system holds; absent: whatever the
   * answers oblige to.
   */
  needless?: number;
  /** What the business of its tills has. */
  wishes?: SenderWishes;
  odd?: readonly Pick<Sale, 'kind' | 'client'>[];
  /** Done before anything is sold. */
  prepare?(cluster: Cluster, tenant: Tenant): Promise<void>;
  /** Begun when the load has run for a second; healed when it returns. */
  inject(cluster: Cluster, tenant: Tenant, load: Load): Promise<void>;
}

export const soonest = <T>(promise: Promise<T>, ms: number) => Promise.race([promise, sleep(ms)]);

/** Waits within the time in which documents must be settled, however many faults came before. */
export const eventually = <T>(what: string, probe: () => T | Promise<T>) =>
  waitFor(what, probe, { withinMs: 180_000, everyMs: 100 });

/**
 * Documents beside the load's, until what is waited for has happened: a slow machine may have sold
 * everything before.
 */
export async function feed<T>(cluster: Cluster, tenant: Tenant, wanted: Promise<T>): Promise<T> {
  let happened = false;
  const done = wanted.finally(() => {
    happened = true;
  });
  await eventually('a document to reach the checkpoint', async () => {
    await issueDocument(cluster, tenant);
    await soonest(done, 200);
    return happened;
  });
  return done;
}
