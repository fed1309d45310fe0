/**
 * The work on passwords, half a second and 64 MB each: two at a time, first the browsers and the
 * addresses from which users have signed in before. The others take turns by address, those of one
 * network as one, and networks from which a login failed within an hour come last: an attacker
 * delays a new browser by one login of each network. What does not fit is refused at once.
 */
import {
  createFairQueue,
  type FairQueue,
  type TtlCache,
  ttlCache,
} from '@rafaga/runtime/concurrency';
import { addressGroup, networkOf } from '@rafaga/runtime/network';
import type { AuthenticatedRequest, PageRequest } from '../edge/pageRequest.js';

export class TooManyLogins extends Error {}

/** With it an address waits about two seconds at most. */
const BOUNDS = { concurrent: 2, maxWaitingOfKey: 4, maxWaiting: 24 } as const;
/** What a refused request is told to wait. */
export const BUSY_SECONDS = 2;

export const createPasswordWork = (): FairQueue =>
  createFairQueue({ ...BOUNDS, overloaded: () => new TooManyLogins() });

const DAY_MS = 24 * 3_600_000;

export const createKnownAddresses = (): TtlCache<string, true> =>
  ttlCache({ max: 10_000, ttlMs: 30 * DAY_MS });

export const rememberAddress = ({ deps, address }: PageRequest): void =>
  deps.knownAddresses.set(addressGroup(address), true);

export const createSuspectedNetworks = (): TtlCache<string, true> =>
  ttlCache({ max: 50_000, ttlMs: DAY_MS / 24 });

export const noteFailedLogin = ({ deps, address }: PageRequest): void =>
  deps.suspectedNetworks.set(networkOf(addressGroup(address)), true);

/**
 * An attacker with networks without number fills the places of networks without an earlier login,
 * and no others.
 * @param known the user has signed in from this browser before
 */
export const runLogin = <T>(
  { deps, device, address }: PageRequest,
  known: boolean,
  work: () => Promise<T>,
): Promise<T> => {
  const group = addressGroup(address);
  if (known && device)
    return deps.passwordWork.run(
      { key: device.tokenHash.toString('hex'), rank: 'preferred' },
      work,
    );
  if (deps.knownAddresses.get(group))
    return deps.passwordWork.run({ key: `address ${group}`, rank: 'preferred' }, work);
  const network = networkOf(group);
  const rank = deps.suspectedNetworks.get(network) ? 'suspected' : 'usual';
  return deps.passwordWork.run({ key: group, group: network, rank }, work);
};

/** For a user who is signed in, or was invited. */
export const runForUser = <T>(
  { deps }: Pick<AuthenticatedRequest, 'deps'>,
  userId: number,
  work: () => Promise<T>,
): Promise<T> => deps.passwordWork.run({ key: `user ${userId}`, rank: 'preferred' }, work);
