/** Reads the bytes of a POST, at most 2,000,000, compressed or not. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { NOT_JSON, Refusal } from '@rafaga/contract';
import { whenClosed } from '@rafaga/runtime';
import type { Request, Response, Step } from '../handler.js';
import { createBodyMemory } from './bodyMemory.js';
import { CallerDisconnected, collectBody, type Expected, type Reading } from './collectBody.js';
import { restartDeadline } from './deadline.js';
import { LARGE } from './parseBody.js';
import { createSlowBodies } from './slowBodies.js';
import { BYTES_IN_A_TURN, type Turns } from './turns.js';

const MAX_BODY = 2_000_000;
/** Compressing incompressible data makes it a little longer. */
const MAX_COMPRESSED = MAX_BODY + 100_000;
const NO_BODY = Buffer.alloc(0);

/** White space can match in only one place: otherwise 16 kB of it would take quadratic time. */
const JSON_TYPE =
  /^application\/json[\t ]*(?:;[\t ]*(?:charset=(?:"utf-8"|utf-8)[\t ]*(?:;[\t ]*)?)?)?$/i;

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
const ENCODINGS: Record<string, Inflate | undefined> = Object.assign(Object.create(null), {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
});

/** Refuses with 415 any content type but JSON, and unknown encodings. */
export const onlyJson: Step = (req) => {
  const encoding = encodingOf(req);
  if (!JSON_TYPE.test(req.headers['content-type'] ?? '')) throw new Refusal('content_type');
  if (encoding !== 'identity' && !ENCODINGS[encoding]) throw new Refusal('content_encoding');
};

/** An empty header names no encoding (RFC 9110, 5.6.1). */
const encodingOf = (req: Request): string =>
  req.headers['content-encoding']?.toLowerCase() || 'identity';

/**
 * Reads the body into `res.locals.body`: 413 when it is too large, 408 when it comes too slowly,
 * 503 when the service has no room for it. A large body keeps its room until its answer, or until
 * `res.locals.dropBody` is called.
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
    res.locals.dropBody = () => {
      res.locals.body = NO_BODY;
      holding.release();
    };
    if (res.locals.body.length > LARGE) whenClosed(res, holding.release);
    else holding.release();
  };
}

async function read(req: Request, res: Response, reading: Reading): Promise<Buffer> {
  const inflated = ENCODINGS[encodingOf(req)];
  const limit = inflated ? MAX_COMPRESSED : MAX_BODY;
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > limit) throw new Refusal('body_too_large');
  const { holding } = reading;
  /** Reserves memory for the received bytes and, if they are compressed, for the inflated ones. */
  const reserve = async (bytes: number) => {
    if (!(await holding.reserve(inflated ? bytes + MAX_BODY : bytes)))
      throw new Refusal('overloaded');
  };
  // none of a large body is read before there is room for all of it
  if (declared > LARGE) await reserve(declared);
  if (req.destroyed) throw new CallerDisconnected();
  const bytes = await collectBody(req, res, reading, { limit, isCompressed: !!inflated, reserve });
  const whole = inflated ? await inflatedBody(bytes, inflated, { ...reading, reserve }) : bytes;
  holding.keep(whole.length);
  return whole;
}

/** Inflates a body. A short one that becomes long waits for memory first. */
async function inflatedBody(
  bytes: Buffer,
  inflated: Inflate,
  { holding, reserve, pace }: Reading & Pick<Expected, 'reserve'>,
): Promise<Buffer> {
  if (bytes.length <= LARGE) {
    const small = await inflatedWithin(LARGE, inflated, bytes);
    if (small && !holding.add(small.length)) throw new Refusal('overloaded');
    if (small) return small;
    await reserve(bytes.length);
  }
  const whole = await inflatedWithin(MAX_BODY, inflated, bytes);
  if (!whole) throw new Refusal('body_too_large');
  // waits as many turns as reading these bytes would take: compression does not speed a business up
  for (let left = whole.length; left > 0; left -= BYTES_IN_A_TURN)
    await new Promise<void>((resolve) => pace(resolve));
  return whole;
}

/** @returns undefined when the inflated body would be longer than the limit */
const inflatedWithin = (
  maxOutputLength: number,
  inflated: Inflate,
  bytes: Buffer,
): Promise<Buffer | undefined> =>
  inflated(bytes, { maxOutputLength }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_BUFFER_TOO_LARGE')
      throw new Refusal('json_invalid', { mensaje: NOT_JSON.encoding });
    return undefined;
  });
