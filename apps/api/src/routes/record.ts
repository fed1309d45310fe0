/**
 * GET /v1/{kind}/{id}: the record of a document, with the authority's result. A document that is no
 * longer in the database is read from its bundle in the archive.
 */
import { Refusal } from '@rafaga/contract';
import { findDecidedRecordJson, findRecord, findRecordJson } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { UnreadableFile } from '@rafaga/storage';
import { sendJson } from '../answer.js';
import type { Deps } from '../deps.js';
import { inTime } from '../edge/deadline.js';
import { matchesTag } from '../edge/entityTag.js';
import { logFieldsOf } from '../edge/logRequests.js';
import type { Request, Response, Step } from '../handler.js';
import { preferredWait } from '../waiting/preferredWait.js';
import { whenDecided } from '../waiting/whenDecided.js';
import { askReplica } from './askReplica.js';
import { documentId } from './documentId.js';
import { createRecordAnswers, type RecordAnswer } from './recordAnswers.js';

/** Answers the same 404 for an unknown id, another kind and another business. */
export const record = (deps: Deps, kind: Kind): Step => {
  const { db, archive, waiters, turns, log } = deps;
  const answers = createRecordAnswers(turns);
  /** A refusal of its own: a caller that takes the document as unknown could issue it again. */
  function unreadable(error: UnreadableFile, res: Response): Refusal {
    log.error('no se puede leer el paquete de un comprobante', { ...logFieldsOf(res), error });
    return new Refusal('record_archived', { cause: error });
  }
  async function archived(id: number, businessId: number, res: Response) {
    const found = await inTime(res, archive.find(id, { scope: businessId, kind })).catch(
      (error) => {
        throw error instanceof UnreadableFile ? unreadable(error, res) : error;
      },
    );
    if (!found) throw new Refusal('document_unknown');
    return found.document;
  }
  return async (req, res) => {
    const id = documentId(req);
    const businessId = res.locals.caller.business.id;
    const seconds = preferredWait(req.headers.prefer);
    const waiting = seconds && waiters.open({ documentId: id, businessId }, seconds * 1_000);
    if (waiting) {
      const read = () => inTime(res, findRecord(db, businessId, kind, id));
      const decided = await whenDecided({ res, waiting, isNew: false, read });
      const document = decided ?? (await archived(id, businessId, res));
      res.setHeader('Preference-Applied', `wait=${seconds}`);
      send(await answers.of(document), req, res);
    } else {
      const decided = askReplica(deps, id, (replica) =>
        findDecidedRecordJson(replica, businessId, kind, id),
      );
      const json =
        (await inTime(res, decided)) ??
        (await inTime(res, findRecordJson(db, businessId, kind, id)));
      const answer =
        json === undefined
          ? answers.of(await archived(id, businessId, res))
          : answers.ofJson(id, json);
      send(await answer, req, res);
    }
  };
};

function send({ text, tag }: RecordAnswer, req: Request, res: Response): void {
  res.setHeader('ETag', tag);
  if (matchesTag(req.headers['if-none-match'], tag)) res.writeHead(304).end();
  else sendJson(res, 200, text);
}
