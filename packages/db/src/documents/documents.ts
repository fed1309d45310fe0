/**
 * Finds a document by business, kind and id together, so that no caller reads a document of another
 * business.
 */
import type { Currency, DateText, Issuer, Kind, Sale } from '@rafaga/fiscal';
import { actingFor, businessList } from '../actingFor.js';
import type { Environment } from '../admin/environments.js';
import { type Db, poolOf } from '../db.js';
import type { CdrSignatureColumn, EvidenceKind } from '../exchange/emissionStates.js';
import type { StoredFile } from './files.js';

export interface StoredDocument {
  id: number;
  businessId: number;
  ruc: string;
  environment: Environment;
  kind: Kind;
  series: string;
  number: number;
  reference: { key: string; state: 'finished' | 'review' };
  issueDate: DateText;
  currency: Currency;
  client: { documentType: string; document: string; name: string };
  /** Decimal text. */
  total: string;
  sale: Sale;
  totals: unknown;
  warnings: unknown | null;
  requestId: string;
  createdAt: Date;
  /** Absent until the document is signed or discarded. */
  outcome?: Outcome;
  files: StoredFile[];
}

export interface Outcome {
  /** Absent until it is signed; a document may be discarded before. */
  signature?: Signature;
  sentAt: Date | null;
  /** Null while it is pending. */
  state: 'accepted' | 'rejected' | null;
  code: string | null;
  description: string | null;
  notes: { code: string; text: string }[];
  settledAt: Date | null;
  /** The evidence of the state; null while pending, and for documents of earlier versions. */
  evidence: EvidenceKind | null;
  /** The result of checking the signature of its CDR; null without a CDR, or when unchecked. */
  cdrSignature: CdrSignatureColumn | null;
}

export interface Signature {
  /** The issuer, as signed and printed. */
  issuer: Issuer;
  /** DigestValue. */
  digest: string;
  qr: string;
  at: Date;
}

/**
 * Undefined for an id that is unknown, of another kind or of another business: a caller cannot tell
 * which.
 */
export function findDocument(
  db: Db,
  businessId: number,
  kind: Kind,
  id: number,
): Promise<StoredDocument | undefined> {
  return one(
    db,
    'find_document',
    `d.id = $1 AND d.business_id = $2 AND d.kind = $3 AND ${actingFor(4)}`,
    [id, businessId, kind, businessList(businessId)],
  );
}

/** Finds a document of any business, for the worker and for operators. */
export function openDocument(db: Db, id: number): Promise<StoredDocument | undefined> {
  return one(db, 'open_document', 'd.id = $1', [id]);
}

async function one(
  db: Db,
  name: string,
  where: string,
  values: unknown[],
): Promise<StoredDocument | undefined> {
  const { rows } = await poolOf(db).query<{ document: RawStoredDocument }>({
    name,
    text: `${SELECT} WHERE ${where}`,
    values,
  });
  return rows[0] && readStoredDocument(rows[0].document);
}

const FIELDS = `
  'id', d.id, 'businessId', d.business_id, 'ruc', b.ruc, 'environment', d.environment,
  'kind', d.kind, 'series', d.series, 'number', d.number,
  'reference', json_build_object('key', d.reference, 'state', r.state),
  'issueDate', d.issue_date, 'currency', d.currency,
  'client', json_build_object(
    'documentType', d.client_document_type, 'document', d.client_document,
    'name', d.client_name),
  'total', d.total::text, 'sale', d.sale, 'totals', d.totals, 'warnings', d.warnings,
  'requestId', d.request_id, 'createdAt', d.created_at,
  'outcome', (
    SELECT json_build_object(
      'signature', CASE WHEN o.digest IS NOT NULL THEN json_build_object(
        'issuer', o.issuer, 'digest', o.digest, 'qr', o.qr, 'at', o.signed_at) END,
      'sentAt', o.sent_at, 'state', o.state, 'code', o.code, 'description', o.description,
      'notes', o.notes, 'settledAt', o.settled_at,
      'evidence', o.evidence, 'cdrSignature', o.cdr_signature)
    FROM outcomes o WHERE o.document_id = d.id)`;

/** SQL: a document "d" without its files, as JSON. */
export const DOCUMENT_JSON = `json_build_object(${FIELDS})`;

/** SQL: joins the rows that belong to a document "d". */
export const OF_DOCUMENT = `
  JOIN businesses b ON b.id = d.business_id
  JOIN "references" r ON r.business_id = d.business_id AND r.key = d.reference`;

/** SQL: a document "d" with its files, as JSON. */
export const DOCUMENT_WITH_FILES = `json_build_object(${FIELDS},
    'files', (
      SELECT coalesce(json_agg(json_build_object(
        'kind', f.kind, 'sha256', encode(f.sha256, 'hex'), 'bytes', f.bytes,
        'objectKey', f.object_key, 'createdAt', f.created_at) ORDER BY f.kind), '[]')
      FROM files f WHERE f.document_id = d.id))`;

const SELECT = `SELECT ${DOCUMENT_WITH_FILES} AS document FROM documents d ${OF_DOCUMENT}`;

/** A document without its files. */
export type RecordedDocument = Omit<StoredDocument, 'files'>;

/** The parsed JSON of a document, with times as texts. */
export interface RawDocument extends Omit<RecordedDocument, 'createdAt' | 'outcome'> {
  createdAt: string;
  outcome:
    | (Omit<Outcome, 'signature' | Moments> &
        Record<Moments, string | null> & { signature: RawSignature | null })
    | null;
}

/** The same with its files, whose hashes are hexadecimal texts. */
export interface RawStoredDocument extends RawDocument {
  files: (Omit<StoredFile, 'createdAt' | 'sha256'> & { createdAt: string; sha256: string })[];
}

type Moments = 'sentAt' | 'settledAt';
type RawSignature = Omit<Signature, 'at'> & { at: string };

export function readDocument({ createdAt, outcome, ...rest }: RawDocument): RecordedDocument {
  return {
    ...rest,
    createdAt: new Date(createdAt),
    ...(outcome && { outcome: readOutcome(outcome) }),
  };
}

export function readStoredDocument({ files, ...rest }: RawStoredDocument): StoredDocument {
  return {
    ...readDocument(rest),
    files: files.map((file) => ({
      ...file,
      sha256: Buffer.from(file.sha256, 'hex'),
      createdAt: new Date(file.createdAt),
    })),
  };
}

function readOutcome({
  signature,
  sentAt,
  settledAt,
  ...rest
}: NonNullable<RawDocument['outcome']>): Outcome {
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...rest,
    ...(signature && { signature: { ...signature, at: new Date(signature.at) } }),
    sentAt: moment(sentAt),
    settledAt: moment(settledAt),
  };
}
