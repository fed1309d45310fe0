/** Reads the bytes of a POST, at most 2,000,000, compressed or not. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Refusal } from '@rafaga/contract';
import { whenClosed } from '@rafaga/runtime';
import type { Request, Response, Step } from '../handler.js';
import { createBodyBytes } from './bodyBytes.js';
import { createBodyMemory, type Holding } from './bodyMemory.js';
import { restartDeadline } from './deadline.js';
import { excessRefusal, LARGE } from './parseBody.js';
import { createSlowBodies, type SlowBodies } from './slowBodies.js';
import { createStructureScanner, type Excess, type StructureScanner } from './structure.js';
import { BYTES_IN_A_TURN, type Turns } from './turns.js';

const MAX_BODY = 2_000_000;
/** Incompressible data grows a little when it is compressed. */
const MAX_COMPRESSED = MAX_BODY + 100_000;

const JSON_TYPE = /^application\/json[\t ]*(?:;[\t ]*charset=(?:"utf-8"|utf-8)[\t ]*)?;?[\t ]*$/i;

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
const ENCODINGS: Record<string, Inflate | undefined> = Object.assign(Object.create(null), {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
});

/** Refuses with 415 any content type but JSON, and unknown encodings. */
export const onlyJson: Step = (req) => {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (!JSON_TYPE.test(req.headers['content-type'] ?? '')) throw new Refusal('content_type');
  if (encoding !== 'identity' && !ENCODINGS[encoding]) throw new Refusal('content_encoding');
};

/**
 * Reads the body into `res.locals.body`: 413 when it is too large, 408 when it comes too slowly,
 * 503 when the service has no room for it. A large body keeps its room until its answer.
 * @param turns in which the chunks of large bodies are read
 */
export function readBody(turns: Turns, memory = createBodyMemory()): Step {
  const slow = createSlowBodies();
  return async (req, res) => {
    const { business } = res.locals.caller;
    const holding = memory.open(business.id, req.socket);
    const pace = (resume: () => void) => turns.next(business.id, resume);
    try {
      res.locals.body = await read(req, res, { holding, slow, pace });
    } catch (error) {
      holding.release();
      throw error;
    }
    restartDeadline(res);
    if (res.locals.body.length > LARGE) whenClosed(res, holding.release);
    else holding.release();
  };
}

interface Reading {
  holding: Holding;
  slow: SlowBodies;
  /** Calls back when the next chunk of a large body may be read. */
  pace(resume: () => void): void;
}

async function read(req: Request, res: Response, reading: Reading): Promise<Buffer> {
  const inflated = ENCODINGS[req.headers['content-encoding']?.toLowerCase() ?? 'identity'];
  const limit = inflated ? MAX_COMPRESSED : MAX_BODY;
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > limit) throw new Refusal('body_too_large');
  const { holding } = reading;
  /** Of bytes of the wire and of what they are inflated to. */
  const reserve = async (bytes: number) => {
    if (!(await holding.reserve(inflated ? bytes + MAX_BODY : bytes)))
      throw new Refusal('overloaded');
  };
  // nothing of it is read before there is room for all of it
  if (declared > LARGE) await reserve(declared);
  if (req.destroyed) throw new CallerDisconnected();
  const bytes = await collect(req, res, reading, { limit, isCompressed: !!inflated, reserve });
  const whole = inflated ? await inflatedBody(bytes, inflated, { holding, reserve }) : bytes;
  holding.keep(whole.length);
  return whole;
}

/** Waits for room when little has come and much of it is made. */
async function inflatedBody(
  bytes: Buffer,
  inflated: Inflate,
  { holding, reserve }: Pick<Reading, 'holding'> & Pick<Expected, 'reserve'>,
): Promise<Buffer> {
  if (bytes.length <= LARGE) {
    const small = await inflatedWithin(LARGE, inflated, bytes);
    if (small && !holding.add(small.length)) throw new Refusal('overloaded');
    if (small) return small;
    await reserve(bytes.length);
  }
  const whole = await inflatedWithin(MAX_BODY, inflated, bytes);
  if (!whole) throw new Refusal('body_too_large');
  return whole;
}

/** @returns undefined when it would be longer */
const inflatedWithin = (
  maxOutputLength: number,
  inflated: Inflate,
  bytes: Buffer,
): Promise<Buffer | undefined> =>
  inflated(bytes, { maxOutputLength }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw new Refusal('json_invalid');
    return undefined;
  });

/** The caller disconnected before its body was complete; there is no connection to answer on. */
export class CallerDisconnected extends Error {}

interface Expected {
  /** Bytes. */
  limit: number;
  isCompressed: boolean;
  /** Waits for room for so many bytes. @throws Refusal `overloaded` */
  reserve(bytes: number): Promise<void>;
}

function collect(
  req: Request,
  res: Response,
  { holding, slow, pace }: Reading,
  { limit, isCompressed, reserve }: Expected,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(req.headers['content-length']);
    const isLarge = declared > LARGE;
    const body = createBodyBytes(declared, limit);
    let scanner: StructureScanner | undefined;
    /** Compressed bytes are scanned when they are inflated, and small bodies not at all. */
    const scan = (chunk: Buffer): Excess | undefined => {
      if (isCompressed) return undefined;
      if (scanner) return scanner.add(chunk);
      scanner = createStructureScanner();
      return scanner.add(body.head());
    };
    /** Bytes since its last turn. */
    let taken = 0;
    /** Large and of undeclared size, it has to wait for room. */
    let isUnexpected = Number.isNaN(declared);
    let isOver = false;
    const arrival = {
      bytes: 0,
      isLarge,
      tooSlow() {
        // a body that stays away would occupy the connection
        res.setHeader('Connection', 'close');
        refuse(new Refusal('request_timeout'));
      },
    };
    const finish = (settle: () => void) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      slow.ended(arrival);
      isOver = true;
      settle();
    };
    const refuse = (refusal: Refusal) => {
      // the rest is dropped after the answer
      req.pause();
      finish(() => reject(refusal));
    };
    const onData = (chunk: Buffer) => {
      arrival.bytes += chunk.length;
      if (arrival.bytes > limit) return refuse(new Refusal('body_too_large'));
      if (!holding.add(chunk.length)) return refuse(new Refusal('overloaded'));
      body.add(chunk);
      if (arrival.bytes <= LARGE) return;
      const excess = scan(chunk);
      const key = req.headers['idempotency-key'] as string | undefined;
      if (excess) return refuse(excessRefusal(excess, body.head(), key));
      if (isUnexpected) return waitForRoom();
      taken += chunk.length;
      if (arrival.bytes !== declared && taken >= BYTES_IN_A_TURN) waitForTurn();
    };
    const waitForRoom = () => {
      isUnexpected = false;
      req.pause();
      slow.pause(arrival);
      // its connection may have closed meanwhile
      void reserve(limit).then(() => (isOver ? holding.release() : waitForTurn()), refuse);
    };
    const waitForTurn = () => {
      taken = 0;
      req.pause();
      slow.pause(arrival);
      pace(() => {
        slow.resume(arrival);
        req.resume();
      });
    };
    const onEnd = () => finish(() => resolve(body.all()));
    const onClose = () => finish(() => reject(new CallerDisconnected()));
    slow.watch(arrival);
    req.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    if (isLarge) waitForTurn();
  });
}
