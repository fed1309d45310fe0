/**
 * Faults of the whole installation under load, with clients that follow the contract: nothing lost, nothing twice, and an end to
 * everything within three minutes. npm test has a short selection; npm run faults has them all.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { check } from './checker.js';
import { post, startLoad } from './load.js';
import { SCENARIOS } from './scenarios.js';
import { openShop } from './shop.js';
import { startTown, type Town } from './town.js';

jest.setTimeout(300_000);

const all = process.env.RAFAGA_FAULTS === 'all';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.stop());

test.each(SCENARIOS.filter(({ short }) => all || short))('$name', async ({ name, seconds, odd, reviews, inject }) => {
  const shop = await openShop(town.db);
  const load = startLoad(town, shop, { seconds, ...(odd && { odd }) });
  await sleep(1_000);
  await inject(town, shop, load);
  const { lost, unexpected, duplicated, ...rest } = await check(town, shop.id, load);
  if (all) console.log(name, { lost: lost.length, unexpected: unexpected.length, duplicated: duplicated.length, ...rest });
  expect({ lost, unexpected, duplicated }).toEqual({ lost: [], unexpected: [], duplicated: [] });
  if (reviews !== undefined) expect(rest.inReview).toBe(reviews);
  expect(load.acks).toHaveLength(load.sales.length);
  for (const { sale, body } of load.acks.slice(-3))
    expect(await post(town.apiPorts[0] as number, shop, sale)).toEqual({ status: 201, body });
});
