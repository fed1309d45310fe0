/**
 * Collects the bytes of a body as they arrive: a small one at once; a large one in turns, within
 * the memory bound of its business and at a minimum speed.
 */
import { Refusal } from '@rafaga/contract';
import type { Request, Response } from '../handler.js';
import { type BodyBytes, createBodyBytes } from './bodyBytes.js';
import type { Holding } from './bodyMemory.js';
import { excessRefusal, LARGE } from './parseBody.js';
import type { Arrival, SlowBodies } from './slowBodies.js';
import { createStructureScanner, type StructureScanner } from './structure.js';
import { BYTES_IN_A_TURN } from './turns.js';

/** What the reading of a body shares with that of others: memory, speed and turns. */
export interface Reading {
  holding: Holding;
  slow: SlowBodies;
  /** Calls back when the next chunk of a large body may be read. */
  pace(resume: () => void): void;
}

export interface Expected {
  /** The most bytes that the body may have. */
  limit: number;
  isCompressed: boolean;
  /**
   * Waits for memory for that many bytes.
   * @throws Refusal `overloaded`
   */
  reserve(bytes: number): Promise<void>;
}

/** The caller disconnected before its body was complete; there is no connection to answer on. */
export class CallerDisconnected extends Error {}

const declaredOf = ({ headers }: Request): number => Number(headers['content-length']);

export const collectBody = (
  req: Request,
  res: Response,
  reading: Reading,
  expected: Expected,
): Promise<Buffer> =>
  declaredOf(req) <= LARGE ? collectSmall(req, reading) : collectLarge(req, res, reading, expected);

async function collectSmall(req: Request, { holding }: Reading): Promise<Buffer> {
  const body = createBodyBytes(declaredOf(req), LARGE);
  const take = (chunk: Buffer) => {
    if (!holding.add(chunk.length)) throw new Refusal('overloaded');
    body.add(chunk);
  };
  await chunksOf(req, take).ended;
  return body.all();
}

/**
 * Collects a large body, or one of undeclared length. The latter waits for memory when it has
 * become large, or when there is none for its first chunk, which the connection holds anyway.
 */
async function collectLarge(
  req: Request,
  res: Response,
  { holding, slow, pace }: Reading,
  { limit, isCompressed, reserve }: Expected,
): Promise<Buffer> {
  const declared = declaredOf(req);
  const body = createBodyBytes(declared, limit);
  // compressed bytes are scanned after they are inflated
  const scan = isCompressed ? () => undefined : refuseExcess(req, body);
  const arrival: Arrival = {
    bytes: 0,
    isLarge: declared > LARGE,
    tooSlow: () => chunks.refuse(tooSlow(res)),
  };
  const pauses = createPauses(req, arrival, { slow, pace });
  let hasRoom = arrival.isLarge;
  let isOver = false;
  /** @param unheld bytes that have arrived and are not counted in the memory bound yet */
  const waitForRoom = (unheld: number) => {
    hasRoom = true;
    pauses.begin();
    const enter = () => {
      holding.add(unheld);
      pauses.turn();
    };
    // the connection may have closed meanwhile
    void reserve(limit).then(() => (isOver ? holding.release() : enter()), chunks.refuse);
  };
  const chunks = chunksOf(req, (chunk) => {
    arrival.bytes += chunk.length;
    if (arrival.bytes > limit) throw new Refusal('body_too_large');
    body.add(chunk);
    const isHeld = holding.add(chunk.length);
    const isLarge = arrival.bytes > LARGE;
    if (isLarge) scan(chunk);
    if (!isHeld) waitForRoom(chunk.length);
    else if (isLarge && !hasRoom) waitForRoom(0);
    else if (isLarge && arrival.bytes !== declared) pauses.taken(chunk.length);
  });
  slow.watch(arrival);
  if (arrival.isLarge) pauses.turn();
  await chunks.ended.finally(() => {
    isOver = true;
    slow.ended(arrival);
  });
  return body.all();
}

/** Closes the connection with the answer: the rest of the body would occupy it. */
function tooSlow(res: Response): Refusal {
  res.setHeader('Connection', 'close');
  return new Refusal('request_timeout');
}

/** Scans the chunks of a body for excessive structure as they arrive. */
function refuseExcess(req: Request, body: BodyBytes): (chunk: Buffer) => void {
  let scanner: StructureScanner | undefined;
  return (chunk) => {
    const unseen = scanner ? chunk : body.head();
    scanner ??= createStructureScanner();
    const excess = scanner.add(unseen);
    const key = req.headers['idempotency-key'] as string | undefined;
    if (excess) throw excessRefusal(excess, body.head(), key);
  };
}

/** Pauses a body until its next turn; the pauses do not count against its speed. */
function createPauses(
  req: Request,
  arrival: Arrival,
  { slow, pace }: Pick<Reading, 'slow' | 'pace'>,
) {
  /** Bytes read since the last turn. */
  let read = 0;
  function begin(): void {
    req.pause();
    slow.pause(arrival);
  }
  function turn(): void {
    read = 0;
    begin();
    pace(() => {
      slow.resume(arrival);
      req.resume();
    });
  }
  return {
    begin,
    turn,
    /** Counts read bytes, and pauses the body once they fill a turn. */
    taken(bytes: number): void {
      read += bytes;
      if (read >= BYTES_IN_A_TURN) turn();
    },
  };
}

interface Chunks {
  /**
   * Resolves at the end of the body; rejects with the error of `refuse`, or when the caller
   * disconnects.
   */
  ended: Promise<void>;
  /** Stops reading: the rest of the body is dropped after the answer. */
  refuse(refusal: Error): void;
}

/** @param each is called with each chunk; an error that it throws refuses the body */
function chunksOf(req: Request, each: (chunk: Buffer) => void): Chunks {
  let refuse: Chunks['refuse'] = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    const finish = () => {
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const onData = (chunk: Buffer) => {
      try {
        each(chunk);
      } catch (error) {
        refuse(error as Error);
      }
    };
    const onEnd = () => {
      finish();
      resolve();
    };
    const onClose = () => {
      finish();
      reject(new CallerDisconnected());
    };
    refuse = (refusal) => {
      req.pause();
      finish();
      reject(refusal);
    };
    req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
  return { ended, refuse };
}
