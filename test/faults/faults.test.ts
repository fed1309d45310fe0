/**
 * Tests that no fault of the whole installation under load loses or duplicates a document, and that
 * each is settled or in review within three minutes. `npm test` runs a short selection; `npm run
 * faults` runs all scenarios, or one storm.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { check } from './checker.js';
import { type Cluster, startCluster } from './cluster.js';
import { COLUMNS } from './history/rules.js';
import { post, startLoad } from './load.js';
import { heading, lastRow, type Report, rowOf } from './report.js';
import type { Scenario } from './scenario.js';
import { SCENARIOS } from './scenarios.js';
import { storm } from './storm.js';
import { createSeller } from './tenant.js';
import { sellerOf, upgrade } from './upgrade.js';

jest.setTimeout(900_000);

const {
  RAFAGA_FAULTS: wanted,
  RAFAGA_STORM_SEED: seed = '1',
  RAFAGA_STORM_SALES: sales = '400',
  RAFAGA_EARLIER: earlier = '',
} = process.env;

function chosen(): readonly Scenario[] {
  const one = storm(Number(seed), Number(sales));
  if (wanted === 'storm') return [one];
  if (wanted === 'upgrade') return [upgrade(earlier)];
  return wanted === 'all' ? [...SCENARIOS, one] : SCENARIOS.filter(({ short }) => short);
}

/** The short selection proves what happens to documents, not to many of them. */
const perSecond = wanted ? 20 : 10;
const reports: Report[] = [];
/** Writes to standard output directly: Jest prints nothing before the last test is over. */
const say = (text: string) => wanted && process.stdout.write(`${text}\n`);

/** What a cluster is for: one with special servers or programs is used once, another one shared. */
const clusterFor = ({ name, disk, replicated, version, checkpoints }: Scenario) =>
  disk || replicated || version ? name : `checkpoints: ${checkpoints}`;

const inTurn = [...chosen()].sort((a, b) => clusterFor(a).localeCompare(clusterFor(b)));
let current: { use: string; cluster: Cluster } | undefined;
beforeAll(() => void say(heading()));
afterAll(async () => {
  if (reports.length > 0) say(lastRow(reports));
  await current?.cluster.stop();
});

async function clusterOf(scenario: Scenario): Promise<Cluster> {
  const use = clusterFor(scenario);
  if (current?.use === use) return current.cluster;
  await current?.cluster.stop();
  current = undefined;
  const cluster = await startCluster(scenario);
  current = { use, cluster };
  return cluster;
}

test.each(inTurn)('$name', async (scenario) => {
  const place = await clusterOf(scenario);
  const { name, seconds, odd, reviews, needless, options, version, prepare, inject } = scenario;
  const began = performance.now();
  const tenant = version ? await sellerOf(place, version) : await createSeller(place.db, options);
  await prepare?.(place, tenant);
  const load = startLoad(place, tenant, { perSecond, seconds, ...(odd && { odd }) });
  await sleep(1_000);
  await inject(place, tenant, load);
  const findings = await check(place, tenant, load);
  const report = { fault: name, findings, tookMs: performance.now() - began };
  reports.push(report);
  say(rowOf(report));
  const { violations, inReview } = findings;
  for (const column of COLUMNS) expect([column, violations[column]]).toEqual([column, []]);
  if (reviews !== undefined) expect(inReview).toBe(reviews);
  if (needless !== undefined) expect(findings.needless.slice(needless)).toEqual([]);
  expect(load.acks).toHaveLength(load.sales.length);
  for (const { sale, body } of load.acks.slice(-3)) {
    const repeated = await post(place.apiPorts[0] as number, tenant, sale);
    const isInReview = inReview > 0 && repeated?.body.includes('"referencia_en_revision"');
    if (!isInReview) expect(repeated).toEqual({ status: 201, body });
  }
});
