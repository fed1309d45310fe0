/** Tests that a subscriber gets every change of settings. */
import { expect, test } from '@jest/globals';
import { createSettingsChanges, subscribeToSettingsChanges } from './settingsChanges.js';

const url = process.env.REDIS_URL ?? '';

test('a subscriber is first told to drop every cache, then gets each change', async () => {
  const changes: (number | undefined)[] = [];
  const unsubscribe = subscribeToSettingsChanges(url, (business) => changes.push(business));
  while (changes.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const settingsChanges = createSettingsChanges(url);
  const business = 1_000_000 + process.pid;
  while (!changes.includes(business)) {
    await settingsChanges.publish(business);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(changes[0]).toBeUndefined();
  settingsChanges.close();
  unsubscribe();
});
