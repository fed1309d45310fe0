/**
 * Records refused requests for the panel, once a second in bulk. Calls that a stranger or a program
 * in a loop may have made are only counted, so that they do not displace others. A process that is
 * killed loses what it has not written.
 */
import { Invalid, type Refusal } from '@rafaga/contract';
import { addCountedCalls, type Db, type RefusedRequest, saveRefusedRequests } from '@rafaga/db';
import { createFlusher } from '@rafaga/runtime/concurrency';
import { addressGroup } from '@rafaga/runtime/network';
import type { Request, Response } from '../handler.js';
import { type Countable, createCallCounts } from './callCounts.js';
import type { Caller } from './callers.js';

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
  let ofBusiness = new Map<number, number>();
  const counts = createCallCounts();

  function add(req: Request, res: Response, refusal: Refusal): void {
    const { keyOwner } = res.locals;
    if (!keyOwner) return;
    const counted = countedAs(res, refusal);
    if (counted) counts.add(counted, keyOwner, addressGroup(req.ip ?? ''), new Date());
    else addOne(keyOwner, req, res, refusal);
  }

  function addOne(keyOwner: Caller, req: Request, res: Response, refusal: Refusal): void {
    const { requestId, startedAt } = res.locals;
    const count = ofBusiness.get(keyOwner.business.id) ?? 0;
    if (waiting.length >= MAX_PER_SECOND || count >= MAX_PER_BUSINESS) return;
    ofBusiness.set(keyOwner.business.id, count + 1);
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
    const refused = waiting;
    waiting = [];
    ofBusiness = new Map();
    const counted = counts.take();
    if (refused.length > 0) await saveRefusedRequests(db, refused).catch(onError);
    if (counted.length > 0) await addCountedCalls(db, counted).catch(onError);
  }

  const flusher = createFlusher(EVERY_MS, write);
  return { add, close: flusher.close };
}

/**
 * Decides which refusals are only counted: calls with wrong or revoked credentials may be a
 * stranger's, and calls beyond the limit are all alike.
 */
function countedAs({ locals }: Response, { reason }: Refusal): Countable | undefined {
  if (reason === 'rate_limited') return 'overLimit';
  if (locals.caller || reason === 'access_inactive') return undefined;
  return 'unproven';
}

/**
 * Matches the field names of the contract; any other name is the caller's own text and is not
 * stored.
 */
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
