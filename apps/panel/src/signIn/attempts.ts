/**
 * Pauses after wrong passwords and codes. Failures are counted by user together with the browser,
 * if the user has signed in from it before, otherwise with the address: wrong attempts from
 * elsewhere do not make the owner wait. Many failures of one user raise an alert instead of a lock.
 */
import { createHmac } from 'node:crypto';
import {
  attemptFailed,
  forgetFailures,
  isKnownDevice,
  LOGIN_ALARM,
  type PausePolicy,
  recordAct,
  type TakenAttempt,
  takeAttempt,
} from '@rafaga/db';
import { addressGroup } from '@rafaga/runtime/network';
import type { Deps } from '../deps.js';
import type { PageRequest } from '../edge/pageRequest.js';

const HOUR_MS = 60 * 60_000;
const GROWING: PausePolicy = {
  freeFailures: 4,
  firstPauseMs: 5_000,
  longestPauseMs: 15 * 60_000,
  forgetMs: HOUR_MS,
};
/**
 * Six digits can be guessed from many addresses. After this many failures from browsers that the
 * user never used, such browsers need a recovery code (NIST SP 800-63B, 5.2.2, allows at most 100).
 * The count outlives the pause, so that from then on one failure an hour is possible, not a
 * hundred.
 */
const CODES_OF_UNKNOWN: PausePolicy = {
  freeFailures: 100,
  firstPauseMs: HOUR_MS,
  longestPauseMs: HOUR_MS,
  forgetMs: 30 * 24 * HOUR_MS,
};
/** Counts without a pause. */
const ENDLESS: PausePolicy = {
  freeFailures: 2 ** 30,
  firstPauseMs: 0,
  longestPauseMs: 0,
  forgetMs: HOUR_MS,
};

export interface Attempt {
  proof: 'password' | 'code' | 'recovery';
  email: string;
  /** Undefined when no user has this e-mail. */
  userId: number | undefined;
}

/** The attempt is blocked by an earlier failure. */
export interface Refused {
  allowed: false;
  /** Seconds until the next attempt. */
  wait: number;
  /** Whether this browser now needs a recovery code instead of a code of the telephone. */
  onlyRecovery: boolean;
}

interface Allowed {
  allowed: true;
  succeeded(): Promise<void>;
  failed(): Promise<void>;
}

/** Whether the user of this e-mail has signed in from this browser before. */
export const isFromKnownDevice = async (
  { deps, device }: PageRequest,
  userId: number | undefined,
): Promise<boolean> =>
  device !== undefined &&
  userId !== undefined &&
  (await isKnownDevice(deps.db, device.tokenHash, userId));

/** To be called before the attempt is checked, so that simultaneous attempts count each other. */
export async function beginAttempt(
  request: PageRequest,
  attempt: Attempt,
): Promise<Allowed | Refused> {
  const { db } = request.deps;
  const known = await isFromKnownDevice(request, attempt.userId);
  const own = keyOf(
    request.deps,
    `${factorOf(attempt)} ${originOf(request, known)} ${attempt.email}`,
  );
  const ofUnknown = keyOf(request.deps, `codes of unknown browsers ${attempt.email}`);
  const shared = attempt.proof === 'code' && !known ? ofUnknown : undefined;
  const taken = await takeAttempt(db, own, GROWING);
  if (!taken.allowed) return { ...taken, onlyRecovery: false };
  const all: TakenAttempt | undefined = shared && (await takeAttempt(db, shared, CODES_OF_UNKNOWN));
  if (all && !all.allowed) return { ...all, onlyRecovery: true };
  return {
    allowed: true,
    async succeeded() {
      await forgetFailures(db, own);
      // a right code proves the user, from a known browser or not
      if (attempt.proof !== 'password') await forgetFailures(db, ofUnknown);
    },
    async failed() {
      await attemptFailed(db, own, GROWING);
      await countFailure(request, attempt);
    },
  };
}

/** Codes and recovery codes share one count. */
const factorOf = ({ proof }: Attempt): string => (proof === 'password' ? proof : 'second factor');

const originOf = ({ device, address }: PageRequest, known: boolean): string =>
  known && device ? `device ${device.tokenHash.toString('hex')}` : `from ${addressGroup(address)}`;

const keyOf = ({ pepper }: Deps, text: string): Buffer =>
  createHmac('sha256', pepper).update(`login ${text}`).digest();

/**
 * Counts all failures of one user, wherever they come from; at ten, a hundred, … the audit records
 * them. An e-mail without a user is counted too, so that the time of the answer does not
 * distinguish it.
 */
async function countFailure(request: PageRequest, { userId, email, proof }: Attempt) {
  const { deps, address, requestId } = request;
  const key = keyOf(deps, `all of ${userId ?? email}`);
  const taken = await takeAttempt(deps.db, key, ENDLESS, userId);
  if (userId === undefined || !taken.allowed || !isAlarm(taken.failures)) return;
  await recordAct(
    deps.db,
    { actor: 'system', requestId },
    {
      action: 'user.login_alarm',
      after: { email, failures: taken.failures, from: address, proof },
    },
  );
}

const isAlarm = (failures: number): boolean =>
  failures >= LOGIN_ALARM && Number.isInteger(Math.log10(failures / LOGIN_ALARM));
