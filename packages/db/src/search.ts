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

/** The newest first. The reference counts from its beginning, series and number as B001-12, the id and the client's document whole. */
export async function searchReferences(
  db: Db,
  text: string,
  filter: { businessId?: number; limit?: number } = {},
): Promise<FoundReference[]> {
  const [, series, digits] = /^([BF][A-Z0-9]{3})-0*(\d{1,8})$/i.exec(text) ?? [];
  const id = /^\d{1,15}$/.test(text) ? Number(text) : null;
  const found = await rows(
    db,
    'search_references',
    `($1::int IS NULL OR d.business_id = $1) AND (d.reference LIKE $2 OR d.id = $3 OR d.client_document = $4
      OR (d.series = $5 AND d.number = $6)) ORDER BY d.id DESC LIMIT $7`,
    [
      filter.businessId ?? null,
      `${likeable(text)}%`,
      id,
      text,
      series?.toUpperCase() ?? null,
      digits ? Number(digits) : null,
      filter.limit ?? 50,
    ],
  );
  return found;
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

const likeable = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
