/**
 * Authenticates a caller by key and secret: the right secret always passes, wrong ones are limited
 * by address and key, and no key is ever locked.
 */
import { Refusal } from '@rafaga/contract';
import { isApiKey, sameSecret } from '@rafaga/secrets';
import type { Deps } from '../deps.js';
import type { Handler, Request, Response } from '../handler.js';
import type { Caller } from './callers.js';
import { inTime } from './deadline.js';

/** Limit of wrong secrets for one key from one address in a minute. */
const MAX_WRONG = 30;
/** Limit of unknown keys from one address in a minute: each costs a query. */
const MAX_UNKNOWN = 300;
/** Longer than any key or secret that is issued here. */
const MAX_LENGTH = 200;

/** Refuses with 401, and with 429 after too many wrong guesses. */
export const credentials = ({
  callers,
  failures,
  lastUse,
  pepper,
}: Pick<Deps, 'callers' | 'failures' | 'lastUse' | 'pepper'>): Handler => {
  async function find(apiKey: string, req: Request, res: Response): Promise<Caller | undefined> {
    if (!callers.isUncached(apiKey)) return inTime(res, callers.find(apiKey));
    if (!isApiKey(apiKey)) return undefined;
    const guesses = `keys from ${req.ip}`;
    if (failures.count(guesses) >= MAX_UNKNOWN) throw slowDown(failures, res, guesses);
    const caller = await inTime(res, callers.find(apiKey));
    if (!caller) failures.add(guesses);
    return caller;
  }

  function admit(
    caller: Caller | undefined,
    apiKey: string,
    secret: string,
    req: Request,
    res: Response,
  ): void {
    if (caller) res.locals.keyOwner = caller;
    if (!sameSecret(secret, caller?.secretHash, pepper) || !caller) {
      const pair = `${req.ip} ${apiKey}`;
      failures.add(pair);
      throw failures.count(pair) > MAX_WRONG
        ? slowDown(failures, res, pair)
        : new Refusal('credentials_invalid');
    }
    if (caller.revoked) throw new Refusal('credentials_invalid');
    if (caller.business.state !== 'active') throw new Refusal('access_inactive');
    res.locals.caller = caller;
    lastUse.mark(caller.id);
  }

  return async (req, res, next) => {
    const apiKey = req.headers['x-api-key'];
    const secret = req.headers['x-api-secret'];
    if (!apiKey || !secret) throw new Refusal('credentials_missing');
    if (!isWellFormed(apiKey) || !isWellFormed(secret)) throw new Refusal('credentials_invalid');
    admit(callers.peek(apiKey) ?? (await find(apiKey, req, res)), apiKey, secret, req, res);
    next();
  };
};

function slowDown(failures: Deps['failures'], res: Response, name: string): Refusal {
  res.setHeader('Retry-After', String(Math.max(Math.ceil(failures.resetMs(name) / 1_000), 1)));
  return new Refusal('attempts_limited');
}

const isWellFormed = (header: string | string[]): header is string =>
  typeof header === 'string' && header.length <= MAX_LENGTH;
