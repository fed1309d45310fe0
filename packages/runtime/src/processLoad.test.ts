/** The load of a process, read from the process itself. */
import { expect, test } from '@jest/globals';
import { startProcessLoad } from './processLoad.js';

test('a process that computes is busy, and its event loop is late', async () => {
  const read = startProcessLoad();
  read();
  // the delay is measured from one turn of the loop to the next: the first one only begins it
  await new Promise((resolve) => setTimeout(resolve, 60));
  const until = performance.now() + 300;
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const load = read();
  expect(load.cpu).toBeGreaterThan(0.1);
  expect(load.loopDelayMs).toBeGreaterThan(100);
  expect(load.rssMb).toBeGreaterThan(10);
});
