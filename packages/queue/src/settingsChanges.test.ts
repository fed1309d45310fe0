/** Tests that a subscriber gets every change of settings, and that a change waits for no Redis. */
import { expect, test } from '@jest/globals';
import { waitFor } from '../../../test/support/waitFor.js';
import { createSettingsChanges, subscribeToSettingsChanges } from './settingsChanges.js';

const url = process.env.REDIS_URL ?? '';

test('a subscriber is first told to drop every cache, then gets each change', async () => {
  const changes: (number | undefined)[] = [];
  const unsubscribe = subscribeToSettingsChanges(url, (business) => changes.push(business));
  await waitFor('the subscriber drops every cache', () => changes.length > 0);
  const settingsChanges = createSettingsChanges(url);
  const business = 1_000_000 + process.pid;
  await waitFor('the subscriber gets the change', async () => {
    await settingsChanges.publish(business);
    return changes.includes(business);
  });
  expect(changes[0]).toBeUndefined();
  settingsChanges.close();
  unsubscribe();
});

test('a change is published to nothing while no sentinel answers', async () => {
  const errors: string[] = [];
  const settingsChanges = createSettingsChanges(
    {
      sentinels: [{ host: '127.0.0.1', port: 9 }],
      name: 'mymaster',
      sentinelLogin: {},
      login: {},
      db: 0,
    },
    ({ message }) => errors.push(message),
  );
  await settingsChanges.publish(1);
  expect(errors).toContainEqual(expect.stringContaining('sentinels'));
  settingsChanges.close();
});
