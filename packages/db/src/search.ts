/** Finds documents for support, by whatever a caller reads out: its reference, number, client or id. */
import type { Currency, Kind } from '@rafaga/fiscal';
import type { Db } from './db.js';
import type { ReviewReason, WaitClass } from './emissions.js';

export interface FoundReference {
  documentId: number;
  businessId: number;
  ruc: string;
  key: string;
  /** What a repeat of the reference meets. */
  referenceState: 'finished' | 'review';
  kind: Kind;
  series: string;
  number: number;
  /** Decimal text. */
  total: string;
  currency: Currency;
  clientDocument: string;
  clientName: string;
  createdAt: Date;
  /** Null while it is pending. */
  state: 'accepted' | 'rejected' | null;
  code: string | null;
  description: string | null;
  /** Accepted, and its CDR could not be had. */
  withoutCdr: boolean;
  /** What is still to be done; null when it is settled. */
  open: OpenEmission | null;
}

export interface OpenEmission {
  stage: 'recorded' | 'signed' | 'sending' | 'review';
  attempts: number;
  sends: number;
  nextAt: Date;
  /** Whether a worker has it now. */
  held: boolean;
  waitClass: WaitClass | null;
  lastCode: string | null;
  lastError: string | null;
  reviewReason: ReviewReason | null;
  /** The last day on which the authority takes it. */
  deadline: string;
}

const SELECT = `
  SELECT d.id AS "documentId", d.business_id AS "businessId", b.ruc, d.reference AS key, r.state AS "referenceState", d.kind, d.series,
    d.number, d.total::text, d.currency, d.client_document AS "clientDocument", d.client_name AS "clientName", d.created_at AS "createdAt",
    o.state, o.code, o.description, coalesce(o.without_cdr, false) AS "withoutCdr",
    CASE WHEN e.document_id IS NOT NULL THEN json_build_object('stage', e.stage, 'attempts', e.attempts, 'sends', e.sends,
      'nextAt', e.next_at, 'held', (e.lease_until > now()) IS TRUE, 'waitClass', e.retry_class, 'lastCode', e.last_code,
      'lastError', e.last_error, 'reviewReason', e.review_reason, 'deadline', e.deadline::text) END AS open
  FROM documents d
  JOIN businesses b ON b.id = d.business_id
  JOIN "references" r ON r.business_id = d.business_id AND r.key = d.reference
  LEFT JOIN outcomes o ON o.document_id = d.id
  LEFT JOIN emissions e ON e.document_id = d.id`;

/** What is asked for only among the newest: clients have no index, which every sale would have to pay for. */
const NEWEST = 20_000;

/** Each way to find a document, where the text can be that; all of them by an index. */
const WAYS: readonly ((text: string) => readonly [name: string, sql: string, values: readonly unknown[]] | undefined)[] = [
  // the reference, from its beginning: its characters all sort before "~"
  (text) =>
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(text)
      ? [
          'search_key',
          `SELECT r.document_id AS id FROM "references" r WHERE r.key >= $3::text AND r.key < $3::text || '~'
            AND ($1::int IS NULL OR r.business_id = $1) ORDER BY r.key LIMIT $2`,
          [text],
        ]
      : undefined,
  (text) => {
    const [, series, digits] = /^([BF][A-Z0-9]{3})-0*(\d{1,8})$/i.exec(text) ?? [];
    if (!series) return undefined;
    const kind = series.toUpperCase().startsWith('B') ? 'boleta' : 'factura';
    return [
      'search_number',
      `SELECT d.id FROM businesses b CROSS JOIN LATERAL (
          SELECT id FROM documents WHERE business_id = b.id AND kind = $3 AND series = $4 AND number = $5 OFFSET 0) AS d
        WHERE ($1::int IS NULL OR b.id = $1) LIMIT $2`,
      [kind, series.toUpperCase(), Number(digits)],
    ];
  },
  (text) => {
    // the id, or the job that it travels in
    const id = Number(/^(?:d-)?([1-9]\d{0,15})(?:-\d+)?$/.exec(text)?.[1]);
    if (!Number.isSafeInteger(id)) return undefined;
    return ['search_id', 'SELECT id FROM documents WHERE id = $3 AND ($1::int IS NULL OR business_id = $1) LIMIT $2', [id]];
  },
  (text) =>
    /^[A-Za-z0-9._-]{8,64}$/.test(text)
      ? ['search_request', 'SELECT id FROM documents WHERE request_id = $3 AND ($1::int IS NULL OR business_id = $1) LIMIT $2', [text]]
      : undefined,
  (text) =>
    /^[A-Za-z0-9-]{4,15}$/.test(text)
      ? [
          'search_client',
          `SELECT id FROM (SELECT id, business_id, client_document FROM documents ORDER BY id DESC LIMIT ${NEWEST}) AS newest
            WHERE client_document = $3 AND ($1::int IS NULL OR business_id = $1) LIMIT $2`,
          [text],
        ]
      : undefined,
];

/**
 * The newest first. The reference counts from its beginning; series and number as B001-12, the id, the request's id and, among the
 * newest documents, the client's document count whole.
 */
export async function searchReferences(
  db: Db,
  text: string,
  filter: { businessId?: number; limit?: number } = {},
): Promise<FoundReference[]> {
  const { businessId = null, limit = 50 } = filter;
  const found = await Promise.all(
    WAYS.map(async (way) => {
      const [name, sql, values] = way(text) ?? [];
      if (!name || !sql || !values) return [];
      return (await db.pool.query<{ id: string }>({ name, text: sql, values: [businessId, limit, ...values] })).rows;
    }),
  );
  const ids = [...new Set(found.flat().map(({ id }) => id))];
  return ids.length === 0 ? [] : rows(db, 'search_references', 'd.id = ANY ($1) ORDER BY d.id DESC LIMIT $2', [ids, limit]);
}

/** What was issued, the newest first; `before` goes on where the last page ended. */
export function listReferences(db: Db, page: { before?: number; limit: number }): Promise<FoundReference[]> {
  return rows(db, 'list_references', 'd.id < $1 ORDER BY d.id DESC LIMIT $2', [page.before ?? Number.MAX_SAFE_INTEGER, page.limit]);
}

/** What one series issued, by number, the highest first. */
export function listSeriesReferences(
  db: Db,
  series: { businessId: number; kind: Kind; code: string },
  page: { before?: number; limit: number },
): Promise<FoundReference[]> {
  return rows(
    db,
    'list_series_references',
    'd.business_id = $1 AND d.kind = $2 AND d.series = $3 AND d.number < $4 ORDER BY d.number DESC LIMIT $5',
    [series.businessId, series.kind, series.code, page.before ?? 100_000_000, page.limit],
  );
}

/** What is still on its way, the oldest first; `after` goes on where the last page ended. */
export function listPending(db: Db, page: { businessId?: number; after?: number; limit: number }): Promise<FoundReference[]> {
  return rows(
    db,
    'list_pending',
    `d.id IN (SELECT document_id FROM emissions WHERE document_id > $1 AND ($2::int IS NULL OR business_id = $2)
      ORDER BY document_id LIMIT $3) ORDER BY d.id`,
    [page.after ?? 0, page.businessId ?? null, page.limit],
  );
}

/** The documents of a reference: one a business. */
export function findReferences(db: Db, key: string, businessId?: number): Promise<FoundReference[]> {
  return rows(db, 'find_references', 'd.reference = $1 AND ($2::int IS NULL OR d.business_id = $2) ORDER BY d.id', [
    key,
    businessId ?? null,
  ]);
}

export async function referenceOf(db: Db, documentId: number): Promise<FoundReference | undefined> {
  const [found] = await rows(db, 'reference_of', 'd.id = $1', [documentId]);
  return found;
}

type Raw = Omit<FoundReference, 'documentId' | 'open'> & {
  documentId: string;
  open: (Omit<OpenEmission, 'nextAt'> & { nextAt: string }) | null;
};

async function rows(db: Db, name: string, where: string, values: unknown[]): Promise<FoundReference[]> {
  const found = await db.pool.query<Raw>({ name, text: `${SELECT} WHERE ${where}`, values });
  return found.rows.map(({ documentId, open, ...rest }) => ({
    ...rest,
    documentId: Number(documentId),
    open: open && { ...open, nextAt: new Date(open.nextAt) },
  }));
}
