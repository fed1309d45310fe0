/**
 * The steps of a request: their types, the data that they pass on in `res.locals`, and how Express
 * runs them.
 */
import type { Span } from '@rafaga/tracing';
import type * as express from 'express';
import type { Caller } from './edge/callers.js';

export interface Locals {
  requestId: string;
  /** Absent without tracing, and for calls that credentials or the limit refuse. */
  span?: Span;
  /** performance.now() at the beginning of the request. */
  startedAt: number;
  /** performance.now() when the service began to work on it, if later than `startedAt`. */
  workingSince?: number;
  caller: Caller;
  /** The owner of the key, whether or not the secret was right; absent for an unknown key. */
  keyOwner?: Caller;
  /** The bytes of the body, inflated. */
  body: Buffer;
  /** Frees the memory of the body, for a call that waits and no longer needs it. */
  dropBody(): void;
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

/** A step of a request: it answers, or leaves the request to the next step, or throws. */
export type Step = (req: Request, res: Response) => void | Promise<void>;

type Handler = (req: Request, res: Response, next: express.NextFunction) => void | Promise<void>;

/**
 * Runs the steps of every request as one handler. A layer for each in Express's router would cost
 * more than most of the steps do.
 */
export const always =
  (...steps: ((req: Request, res: Response) => void)[]): Handler =>
  (req, res, next) => {
    for (const step of steps) step(req, res);
    next();
  };

/** Runs the steps of a route as one handler; the last one answers. */
export const steps =
  (...inOrder: Step[]): Handler =>
  async (req, res) => {
    for (const step of inOrder) {
      const pending = step(req, res);
      if (pending) await pending;
    }
  };
