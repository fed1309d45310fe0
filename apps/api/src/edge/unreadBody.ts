/**
 * Takes the rest of a large body that was answered before it was read off the wire, some bytes in a
 * turn: its caller is still writing and could not read the answer otherwise. Node itself would
 * read all of it at once, and other requests would wait.
 */
import type { Request, Response, Step } from '../handler.js';
import { LARGE } from './parseBody.js';
import { BYTES_IN_A_TURN, type Turns } from './turns.js';

/** Bodies of callers that are unknown take turns as if they were of one business. */
const UNKNOWN = 0;

export const dropUnread =
  (turns: Turns): Step =>
  (req, res) => {
    // before the listener of Node
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
  // Node leaves a request to its reader once it is read
  req.read(0);
}
