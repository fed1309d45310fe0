/** GET /v1/{kind}/{id}: the record of a document, with the authority's result. */
import { queryBody, Refusal } from '@rafaga/contract';
import { findRecord } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { sendJson } from '../answer.js';
import type { Deps } from '../deps.js';
import { inTime } from '../edge/deadline.js';
import { matchesTag, tagOf } from '../edge/entityTag.js';
import type { Step } from '../handler.js';
import { preferredWait } from '../waiting/preferredWait.js';
import { whenDecided } from '../waiting/whenDecided.js';
import { documentId } from './documentId.js';
import { recordText } from './recordText.js';

/** The same 404 for a document of another business, of another kind, or none. */
export const record =
  ({ db, waiters, turns }: Deps, kind: Kind): Step =>
  async (req, res) => {
    const id = documentId(req);
    const businessId = res.locals.caller.business.id;
    const read = () => inTime(res, findRecord(db, businessId, kind, id));
    const seconds = preferredWait(req.headers.prefer);
    const waiting = seconds && waiters.open({ documentId: id, businessId }, seconds * 1_000);
    const document = await (waiting ? whenDecided({ res, waiting, isNew: false, read }) : read());
    if (!document) throw new Refusal('document_unknown');
    if (waiting) res.setHeader('Preference-Applied', `wait=${seconds}`);
    const body = await recordText(turns, document, queryBody);
    const tag = tagOf(body);
    res.setHeader('ETag', tag);
    if (matchesTag(req.headers['if-none-match'], tag)) res.writeHead(304).end();
    else sendJson(res, 200, body);
  };
