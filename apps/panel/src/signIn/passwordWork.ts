/**
 * Queues the work on passwords, which takes half a second and 64 MB each: two at a time. Browsers
 * and addresses from which users have signed in before go first. The others take turns by address,
 * the addresses of one network as one; networks with two failed logins within an hour go last,
 * until a login succeeds. An attacker thus delays a new browser by two logins for each network.
 * What does not fit into the queue is refused at once.
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

/** With these bounds an address waits about two seconds at most. */
const BOUNDS = { concurrent: 2, maxWaitingOfKey: 4, maxWaiting: 24 } as const;
/** The wait that a refused request is told. */
export const BUSY_SECONDS = 2;

export const createPasswordWork = (): FairQueue =>
  createFairQueue({ ...BOUNDS, overloaded: () => new TooManyLogins() });

const DAY_MS = 24 * 3_600_000;

export const createKnownAddresses = (): TtlCache<string, true> =>
  ttlCache({ max: 10_000, ttlMs: 30 * DAY_MS });

export function rememberAddress({ deps, address }: PageRequest): void {
  const group = addressGroup(address);
  deps.knownAddresses.set(group, true);
  deps.failedNetworks.delete(networkOf(group));
}

/** Failed logins by network. */
export const createFailedNetworks = (): TtlCache<string, number> =>
  ttlCache({ max: 50_000, ttlMs: DAY_MS / 24 });

/** More than one: a single failure may be a typing error. */
const SUSPECTED_AFTER = 2;

export function noteFailedLogin({ deps, address }: PageRequest): void {
  const network = networkOf(addressGroup(address));
  deps.failedNetworks.set(network, (deps.failedNetworks.get(network) ?? 0) + 1);
}

/**
 * An attacker with an unlimited number of networks only fills the places of networks without an
 * earlier login.
 * @param known whether the user has signed in from this browser before
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
  const failures = deps.failedNetworks.get(network) ?? 0;
  const rank = failures < SUSPECTED_AFTER ? 'usual' : 'suspected';
  return deps.passwordWork.run({ key: group, group: network, rank }, work);
};

/** Runs the work for a user who is signed in or was invited. */
export const runForUser = <T>(
  { deps }: Pick<AuthenticatedRequest, 'deps'>,
  userId: number,
  work: () => Promise<T>,
): Promise<T> => deps.passwordWork.run({ key: `user ${userId}`, rank: 'preferred' }, work);
