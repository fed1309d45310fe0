/**
 * Answers 201: with the stored answer, or, when the caller prefers to wait, with the record once
 * the document is decided.
 */
import { issuedBody, recordPath } from '@rafaga/contract';
import { findRecord, type Issued, type RecordedDocument, Unconfirmed } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { sendJson } from '../answer.js';
import type { Deps } from '../deps.js';
import { CallerDisconnected } from '../edge/collectBody.js';
import { inTime } from '../edge/deadline.js';
import type { Request, Response } from '../handler.js';
import { preferredWait } from '../waiting/preferredWait.js';
import { whenDecided } from '../waiting/whenDecided.js';
import { recordText } from './recordText.js';

export type Created = Extract<Issued, { is: 'issued' | 'replay' }>;

/**
 * During the wait, neither the body of the request nor the stored answer is in memory, and a large
 * body leaves its room to others.
 */
export function created(
  { db, waiters, turns }: Pick<Deps, 'db' | 'waiters' | 'turns'>,
  kind: Kind,
  document: Created,
  req: Request,
  res: Response,
): void | Promise<void> {
  const { id, is } = document;
  const businessId = res.locals.caller.business.id;
  const seconds = preferredWait(req.headers.prefer);
  const waiting = seconds && waiters.open({ documentId: id, businessId }, seconds * 1_000);
  if (!waiting) return sendStored(kind, document, res);
  res.locals.dropBody();
  const read = () => inTime(res, findRecord(db, businessId, kind, id));
  return whenDecided({ res, waiting, isNew: is === 'issued', read })
    .then(found, unconfirmed)
    .then((record) => recordText(turns, record, issuedBody))
    .then((text) => {
      headers(res, kind, id, is);
      res.setHeader('Preference-Applied', `wait=${seconds}`);
      sendJson(res, 201, text);
    });
}

/** Sends the answer that is stored with the document. */
export function sendStored(kind: Kind, { id, is, answer }: Created, res: Response): void {
  headers(res, kind, id, is);
  sendJson(res, 201, answer);
}

function headers(res: Response, kind: Kind, id: number, is: Created['is']): void {
  res.setHeader('Location', recordPath(kind, id));
  if (is === 'replay') res.setHeader('Idempotency-Replayed', 'true');
}

function found(document: RecordedDocument | undefined): RecordedDocument {
  return document ?? unconfirmed(new Error('an issued document was not found'));
}

/**
 * Throws `unconfirmed`: the document was issued, so that no answer may say that nothing was stored.
 */
function unconfirmed(error: unknown): never {
  if (error instanceof CallerDisconnected) throw error;
  throw new Unconfirmed('the record of an issued document was not read', { cause: error });
}
