/** The inquiries that wait for a worker: one worker takes each, and it is answered once. */
import { type Db, poolOf } from '../db.js';
import type { InquiryAnswer, InquiryOutcome } from '../support/inquiries.js';
import type { Claim, ExchangedDocument } from './claimed.js';
import { ENDPOINT } from './endpoint.js';

/** The data that a worker needs to ask. An inquiry has no lease and no stage. */
export interface TakenInquiry {
  id: number;
  documentId: number;
  businessId: number;
  askedBy: string;
  document: ExchangedDocument;
  signed?: { digest: string; at: Date };
  /** When it was last about to be sent; absent when it was never sent. */
  sentAt?: Date;
  /** Sends that the authority may have registered; null once it is settled. */
  sends: number | null;
  /** Whether its business has left the environment for which it was issued. */
  elsewhere: boolean;
  business: Pick<Claim['business'], 'authority' | 'billUrl' | 'consultUrl' | 'accessAt'> & {
    ruc: string;
  };
}

/** After this time, another worker may take an inquiry whose worker was killed. */
const TAKEN_MS = 90_000;

const TAKE = `
  WITH taken AS (
    UPDATE inquiries SET worker = $1, taken_at = now() WHERE id = (
      SELECT id FROM inquiries WHERE answered_at IS NULL
        AND (taken_at IS NULL OR taken_at < now() - ${TAKEN_MS} * interval '1 ms')
      -- one that no worker can open comes after the others
      ORDER BY taken_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, document_id, asked_by)
  SELECT t.id, t.document_id AS "documentId", d.business_id AS "businessId",
    t.asked_by AS "askedBy", d.kind, d.series, d.number, d.issue_date::text AS "issueDate",
    d.currency, d.total::text, d.client_document AS client, d.created_at AS "createdAt",
    o.digest, o.signed_at AS "signedAt", coalesce(e.intent_at, o.sent_at) AS "sentAt", e.sends,
    d.environment <> b.environment OR coalesce(e.destination <> ${ENDPOINT}, false) AS elsewhere,
    b.ruc, b.authority, b.bill_url AS "billUrl", b.consult_url AS "consultUrl",
    a.updated_at AS "accessAt"
  FROM taken t
  JOIN documents d ON d.id = t.document_id
  JOIN businesses b ON b.id = d.business_id
  LEFT JOIN outcomes o ON o.document_id = t.document_id
  LEFT JOIN emissions e ON e.document_id = t.document_id
  LEFT JOIN accesses a ON a.business_id = d.business_id`;

interface Row extends ExchangedDocument {
  id: string;
  documentId: string;
  businessId: number;
  askedBy: string;
  digest: string | null;
  signedAt: Date | null;
  sentAt: Date | null;
  sends: number | null;
  elsewhere: boolean;
  ruc: string;
  authority: Claim['business']['authority'];
  billUrl: string | null;
  consultUrl: string | null;
  accessAt: Date | null;
}

export async function takeInquiry(db: Db, worker: string): Promise<TakenInquiry | undefined> {
  const { rows } = await poolOf(db).query<Row>({
    name: 'take_inquiry',
    text: TAKE,
    values: [worker],
  });
  return rows[0] && read(rows[0]);
}

function read({ id, documentId, businessId, askedBy, elsewhere, ...row }: Row): TakenInquiry {
  const { kind, series, number, issueDate, currency, total, client, createdAt } = row;
  const { digest, signedAt, sentAt, sends, ruc, authority, billUrl, consultUrl, accessAt } = row;
  return {
    id: Number(id),
    documentId: Number(documentId),
    businessId,
    askedBy,
    sends,
    elsewhere,
    document: { kind, series, number, issueDate, currency, total, client, createdAt },
    ...(digest !== null && signedAt && { signed: { digest, at: signedAt } }),
    ...(sentAt && { sentAt }),
    business: {
      ruc,
      authority,
      ...(billUrl !== null && { billUrl }),
      ...(consultUrl !== null && { consultUrl }),
      ...(accessAt && { accessAt }),
    },
  };
}

/** Leaves an inquiry to another worker, at once and after those that none has taken. */
export async function leaveInquiry(db: Db, worker: string, id: number): Promise<void> {
  await poolOf(db).query({
    name: 'leave_inquiry',
    text: `UPDATE inquiries
      SET worker = NULL, taken_at = now() - ${TAKEN_MS} * interval '1 ms'
      WHERE id = $1 AND worker = $2 AND answered_at IS NULL`,
    values: [id, worker],
  });
}

const ANSWER = `
  WITH answered AS (
    UPDATE inquiries SET answered_at = now(), outcome = $2, answers = $3
    WHERE id = $1 AND answered_at IS NULL RETURNING document_id, business_id, asked_by)
  INSERT INTO attempts (document_id, business_id, attempt, step, code, detail, took_ms, worker)
  SELECT a.document_id, a.business_id, 0, 'asked', x.code,
    'consulta pedida por ' || regexp_replace(a.asked_by, '^[a-z]+:', '')
      || ', sin enviar nada: ' || x.said, x."tookMs", $4
  FROM answered a, json_to_recordset($3::json) AS x (code text, said text, "tookMs" int)`;

/** Stores the answers; each also becomes a row of the document's timeline. */
export async function answerInquiry(
  db: Db,
  worker: string,
  id: number,
  { outcome, answers }: { outcome: InquiryOutcome; answers: readonly InquiryAnswer[] },
): Promise<void> {
  await poolOf(db).query({
    name: 'answer_inquiry',
    text: ANSWER,
    values: [id, outcome, JSON.stringify(answers), worker],
  });
}
