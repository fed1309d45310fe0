/**
 * The work on passwords, half a second and 64 MB each: two at a time, the browsers that their users
 * have signed in from before first, and the others by address in turns. What does not fit is
 * refused at once.
 */
import { createFairQueue, type FairQueue } from '@rafaga/runtime/concurrency';
import { addressGroup } from '@rafaga/runtime/network';
import type { AuthenticatedRequest, PageRequest } from '../edge/pageRequest.js';

export class TooManyLogins extends Error {}

/** With it an address waits about two seconds at most. */
const BOUNDS = { concurrent: 2, maxWaitingOfKey: 4, maxWaiting: 24 } as const;
/** What a refused request is told to wait. */
export const BUSY_SECONDS = 2;

export const createPasswordWork = (): FairQueue =>
  createFairQueue({ ...BOUNDS, overloaded: () => new TooManyLogins() });

/** @param known the user has signed in from this browser before */
export const runLogin = <T>(
  { deps, device, address }: PageRequest,
  known: boolean,
  work: () => Promise<T>,
): Promise<T> =>
  deps.passwordWork.run(
    known && device
      ? { key: device.tokenHash.toString('hex'), preferred: true }
      : { key: addressGroup(address) },
    work,
  );

/** For a user who is signed in, or was invited. */
export const runForUser = <T>(
  { deps }: Pick<AuthenticatedRequest, 'deps'>,
  userId: number,
  work: () => Promise<T>,
): Promise<T> => deps.passwordWork.run({ key: `user ${userId}`, preferred: true }, work);
