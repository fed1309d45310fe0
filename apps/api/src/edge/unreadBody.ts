/**
 * Reads and drops the rest of a large body that was answered early, a few bytes in a turn: the
 * caller is still writing, and would not read the answer before. Node itself would read all of it
 * at once, and other requests would wait.
 */
import type { Request, Response, Step } from '../handler.js';
import { LARGE } from './parseBody.js';
import { BYTES_IN_A_TURN, type Turns } from './turns.js';

/** Unknown callers share one turn, as if they were one business. */
const UNKNOWN = 0;

export const dropUnread =
  (turns: Turns): Step =>
  (req, res) => {
    // runs before Node's own listener, which would read the rest
    if (mayBeLarge(req)) res.prependListener('finish', () => drop(req, res, turns));
  };

const mayBeLarge = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE;

function drop(req: Request, res: Response, turns: Turns): void {
  if (req.complete) return;
  const businessId = res.locals.caller?.business.id ?? UNKNOWN;
  let taken = 0;
  const waitForTurn = () => {
    req.pause();
    taken = 0;
    turns.next(businessId, () => req.resume());
  };
  req.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (taken >= BYTES_IN_A_TURN) waitForTurn();
  });
  waitForTurn();
  // a first read makes Node leave the rest to this reader
  req.read(0);
}
