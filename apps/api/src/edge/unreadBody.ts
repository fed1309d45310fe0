/**
 * Takes the rest of a large body that was answered before it was read off the wire, a few chunks in
 * a turn: its caller is still writing and could not read the answer otherwise. Node itself would
 * read all of it at once, and other requests would wait.
 */
import type { Request, Step } from '../handler.js';
import { LARGE } from './parseBody.js';
import type { Turns } from './turns.js';

/** Unread bodies take turns as if they were of one business. */
const UNREAD = 0;

export const dropUnread =
  (turns: Turns): Step =>
  (req, res) => {
    // before the listener of Node
    if (mayBeLarge(req)) res.prependListener('finish', () => drop(req, turns));
  };

const mayBeLarge = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE;

function drop(req: Request, turns: Turns): void {
  if (req.complete) return;
  const waitForTurn = () => {
    req.pause();
    turns.next(UNREAD, () => req.resume());
  };
  req.on('data', waitForTurn);
  waitForTurn();
  // Node leaves a request to its reader once it is read
  req.read(0);
}
