/**
 * Records refused requests for the panel, once a second in one statement; of a flood only a part
 * is recorded, and what is not written yet is lost with the process.
 */
import { Invalid, type Refusal } from '@rafaga/contract';
import { type Db, type RefusedRequest, saveRefusedRequests } from '@rafaga/db';
import { createFlusher } from '@rafaga/runtime/concurrency';
import type { Request, Response } from '../handler.js';

export interface RefusedRequestLog {
  add(req: Request, res: Response, refusal: Refusal): void;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

const EVERY_MS = 1_000;
/** Limits in a second, of all businesses together and of each. */
const MAX_PER_SECOND = 500;
const MAX_PER_BUSINESS = 50;
const MAX_FIELDS = 8;

export function createRefusedRequestLog(
  db: Db,
  onError: (error: Error) => void,
): RefusedRequestLog {
  let waiting: RefusedRequest[] = [];
  let counts = new Map<number, number>();

  function add(req: Request, res: Response, refusal: Refusal): void {
    const { keyOwner, requestId, startedAt } = res.locals;
    if (!keyOwner || waiting.length >= MAX_PER_SECOND) return;
    const count = counts.get(keyOwner.business.id) ?? 0;
    if (count >= MAX_PER_BUSINESS) return;
    counts.set(keyOwner.business.id, count + 1);
    waiting.push({
      businessId: keyOwner.business.id,
      credentialId: keyOwner.id,
      at: new Date(),
      call: `${req.method} ${String(req.route?.path ?? '')}`,
      status: refusal.status,
      code: refusal.codigo,
      fields: refusal instanceof Invalid ? fieldsOf(refusal) : [],
      reference: referenceOf(req.headers['idempotency-key']),
      requestId,
      tookMs: Math.round(performance.now() - startedAt),
    });
  }

  async function write(): Promise<void> {
    if (waiting.length === 0) return;
    const refused = waiting;
    waiting = [];
    counts = new Map();
    await saveRefusedRequests(db, refused).catch(onError);
  }

  const flusher = createFlusher(EVERY_MS, write);
  return { add, close: flusher.close };
}

/** Field names of the contract: any other name is the caller's own text and is not stored. */
const KNOWN_NAME =
  /^(?:_general|format|Idempotency-Key|[a-z_]{1,30}(?:\.(?:\d{1,3}|[a-z_]{1,30})){0,3})$/;

const fieldsOf = ({ errores }: Invalid): string[] => [
  ...new Set(
    Object.keys(errores)
      .slice(0, MAX_FIELDS)
      .map((name) => (KNOWN_NAME.test(name) ? name.replace(/\d+/g, '#') : '?')),
  ),
];

const referenceOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(header) ? header : null;
