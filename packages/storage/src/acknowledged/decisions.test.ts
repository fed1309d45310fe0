/** Tests how long a decision waits for the store. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { createFolderJournal } from '../journal/folder.js';
import { decisionKeeper } from './decisions.js';

afterEach(() => {
  jest.useRealTimers();
});

/** The time limit of a transaction of packages/db; one of a bulk operation has no other. */
const TRANSACTION_MS = 8_000;

test('a decision that the store does not take is refused while its transaction lasts', async () => {
  jest.useFakeTimers();
  const append = () => new Promise<void>(() => undefined);
  const keep = decisionKeeper({ decisions: { ...createFolderJournal('/', 'decisions'), append } });
  const refused = jest.fn();
  keep({ documentId: 1 }).catch(refused);
  await jest.advanceTimersByTimeAsync(TRANSACTION_MS);
  expect(refused).toHaveBeenCalledWith(new Error('no answer within 5000 ms'));
});
