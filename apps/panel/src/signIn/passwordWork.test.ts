/** Tests the rank of a login by what failed and succeeded in its network before. */
import { expect, test } from '@jest/globals';
import type { Caller } from '@rafaga/runtime/concurrency';
import type { PageRequest } from '../edge/pageRequest.js';
import {
  createFailedNetworks,
  createKnownAddresses,
  noteFailedLogin,
  rememberAddress,
  runLogin,
} from './passwordWork.js';

test('a network is suspected after two failed logins, until one succeeds', async () => {
  const ranks: Caller['rank'][] = [];
  const deps = {
    knownAddresses: createKnownAddresses(),
    failedNetworks: createFailedNetworks(),
    passwordWork: {
      refused: () => 0,
      run<T>({ rank }: Caller, work: () => Promise<T>) {
        ranks.push(rank);
        return work();
      },
    },
  };
  const at = (address: string) => ({ deps, address }) as unknown as PageRequest;
  const logIn = (address: string) => runLogin(at(address), false, async () => undefined);
  for (let failures = 0; failures < 2; failures++) {
    await logIn('203.0.113.7');
    noteFailedLogin(at('203.0.113.7'));
  }
  await logIn('203.0.113.8');
  await logIn('198.51.100.1');
  rememberAddress(at('203.0.113.7'));
  await logIn('203.0.113.8');
  await logIn('203.0.113.7');
  expect(ranks).toEqual(['usual', 'usual', 'suspected', 'usual', 'usual', 'preferred']);
});
