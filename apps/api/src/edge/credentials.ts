/**
 * Authenticates a caller by key and secret. Wrong secrets are limited by address and key; the right
 * secret always passes, so that no attacker can lock a key.
 */
import { Refusal } from '@rafaga/contract';
import { addressGroup } from '@rafaga/runtime/network';
import { isApiKey, sameSecret } from '@rafaga/secrets';
import type { Deps } from '../deps.js';
import type { Request, Response, Step } from '../handler.js';
import type { Caller } from './callers.js';
import { inTime } from './deadline.js';

/** Limit of wrong secrets for one key from one address in a minute. */
const MAX_WRONG = 30;
/** Limit of all failures from one address in a minute. */
const MAX_FAILURES = 300;
/** The longest key or secret that is examined; issued ones are shorter. */
const MAX_LENGTH = 200;

/**
 * Refuses with 401, and with 429 after too many wrong guesses. The key is looked up before the
 * failures of the address are counted, so that the guesses of one client delay no other. Unknown
 * keys and wrong secrets count alike, so that the answer does not tell which keys exist.
 */
export const credentials = ({
  callers,
  failures,
  lastUse,
  pepper,
}: Pick<Deps, 'callers' | 'failures' | 'lastUse' | 'pepper'>): Step => {
  const find = async (apiKey: string, res: Response): Promise<Caller | undefined> =>
    isApiKey(apiKey) ? inTime(res, callers.find(apiKey)) : undefined;

  function admit(
    caller: Caller | undefined,
    apiKey: string,
    secret: string,
    req: Request,
    res: Response,
  ): void {
    if (caller) res.locals.keyOwner = caller;
    if (!sameSecret(secret, caller?.secretHash, pepper) || !caller)
      throw failed(failures, apiKey, req, res);
    admitActive(caller, res);
    lastUse.mark(caller.id);
  }

  return (req, res) => {
    const apiKey = req.headers['x-api-key'];
    const secret = req.headers['x-api-secret'];
    if (!apiKey || !secret) throw new Refusal('credentials_missing');
    if (!isWellFormed(apiKey) || !isWellFormed(secret)) throw new Refusal('credentials_invalid');
    const known = callers.peek(apiKey);
    if (known) return admit(known, apiKey, secret, req, res);
    return find(apiKey, res).then((caller) => admit(caller, apiKey, secret, req, res));
  };
};

function admitActive(caller: Caller, res: Response): void {
  if (caller.revoked) throw new Refusal('credentials_invalid');
  if (caller.business.state !== 'active') throw new Refusal('access_inactive');
  res.locals.caller = caller;
}

/**
 * Checks the credential again after the body, which may have taken half a minute to arrive: a key
 * that was revoked meanwhile issues nothing.
 */
export const stillActive =
  ({ callers }: Pick<Deps, 'callers'>): Step =>
  (req, res) => {
    const apiKey = req.headers['x-api-key'] as string;
    const known = callers.peek(apiKey);
    if (known) return admitActive(known, res);
    return inTime(res, callers.find(apiKey)).then((caller) => {
      if (!caller) throw new Refusal('credentials_invalid');
      admitActive(caller, res);
    });
  };

/** Counts a failure, for its address and for its address with the key. */
function failed(failures: Deps['failures'], apiKey: string, req: Request, res: Response): Refusal {
  const address = addressGroup(req.ip ?? '');
  const pair = `${address} ${apiKey}`;
  failures.add(address);
  failures.add(pair);
  const reached =
    failures.count(address) > MAX_FAILURES
      ? address
      : failures.count(pair) > MAX_WRONG
        ? pair
        : undefined;
  if (reached === undefined) return new Refusal('credentials_invalid');
  const wait = Math.max(Math.ceil(failures.resetMs(reached) / 1_000), 1);
  res.setHeader('Retry-After', String(wait));
  return new Refusal('attempts_limited');
}

const isWellFormed = (header: string | string[]): header is string =>
  typeof header === 'string' && header.length <= MAX_LENGTH;
