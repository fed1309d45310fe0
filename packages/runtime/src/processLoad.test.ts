/** The load of a process, read from the process itself. */
import { expect, test } from '@jest/globals';
import { startProcessLoad } from './processLoad.js';

test('a process that computes is busy, and its event loop is late', async () => {
  const read = startProcessLoad();
  read();
  // the delay is measured from one turn of the loop to the next: the first one only begins it
  await new Promise((resolve) => setTimeout(resolve, 60));
  // processor time, not that of a clock: a busy machine may give this process little of it
  const computing = process.cpuUsage();
  while (process.cpuUsage(computing).user < 300_000);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const load = read();
  expect(load.cpu).toBeGreaterThan(0);
  expect(load.loopDelayMs).toBeGreaterThan(100);
  expect(load.rssMb).toBeGreaterThan(10);
});
