/**
 * The Express types of this API, and what its middleware leaves in `res.locals` for the next
 * steps.
 */
import type * as express from 'express';
import type { Caller } from './edge/callers.js';

export interface Locals {
  requestId: string;
  /** performance.now() at the beginning of the request. */
  startedAt: number;
  caller: Caller;
  /** The owner of the key, whether or not the secret was right; absent for an unknown key. */
  keyOwner?: Caller;
  /** How many calls this credential made in the minute, this one included. */
  callsThisMinute: number;
  /** The bytes of the body, inflated. */
  body: Buffer;
}

type AnyLocals = Locals & Record<string, unknown>;

export type Response = express.Response<unknown, AnyLocals>;
export type Request = express.Request<
  Record<string, string>,
  unknown,
  unknown,
  Record<string, unknown>,
  AnyLocals
>;
export type Handler = (
  req: Request,
  res: Response,
  next: express.NextFunction,
) => void | Promise<void>;
