/**
 * Stores answers of the authority that settled nothing, as evidence. They are encrypted, because
 * they may contain personal data, and stored in PostgreSQL, where they can be encrypted again under
 * a new master key.
 */
import { type Db, poolOf } from '../db.js';
import type { Fence } from '../exchange/fence.js';
import { type Scope, scopeParameter } from '../scope.js';

/** The largest number of bytes of an answer that are stored. */
export const MAX_STORED_BYTES = 65_536;
/** The most answers of one document, so that varying answers do not fill the disk. */
const MAX_ANSWERS = 20;
const BATCH = 50;

export interface KeptAnswer {
  id: number;
  documentId: number;
  businessId: number;
  attempt: number;
  /** A CDR comes as a zip. */
  kind: 'cdr' | 'text';
  /** The size of the whole answer; more than MAX_STORED_BYTES is cut. */
  bytes: number;
  createdAt: Date;
}

export interface SealedAnswer extends KeptAnswer {
  /** The hash of the stored bytes before encryption. */
  sha256: Buffer;
  /** The stored bytes, sealed as `keptAnswerColumn` of sealedColumns.ts says. */
  sealed: Buffer;
}

/** Stores an answer; the same answer a second time changes nothing. */
export async function keepAnswer(
  db: Db,
  { documentId, businessId, attempt }: Pick<Fence, 'documentId' | 'businessId' | 'attempt'>,
  { kind, sha256, bytes, sealed }: Pick<SealedAnswer, 'kind' | 'sha256' | 'bytes' | 'sealed'>,
): Promise<void> {
  await poolOf(db).query({
    name: 'keep_answer',
    text: `INSERT INTO kept_answers (document_id, business_id, attempt, kind, sha256, bytes, sealed)
      SELECT $1::bigint, $2::int, $3::int, $4, $5::bytea, $6::int, $7::bytea
      WHERE (SELECT count(*) FROM kept_answers WHERE document_id = $1::bigint) < ${MAX_ANSWERS}
      ON CONFLICT DO NOTHING`,
    values: [documentId, businessId, attempt, kind, sha256, bytes, sealed],
  });
}

const COLUMNS =
  'id, document_id AS "documentId", business_id AS "businessId", attempt, kind, bytes, ' +
  'created_at AS "createdAt"';
type Row<T> = Omit<T, 'id' | 'documentId'> & { id: string; documentId: string };
const read = <T>({ id, documentId, ...rest }: Row<T>) =>
  ({ ...rest, id: Number(id), documentId: Number(documentId) }) as T;

/** The answers of a document, the oldest first. */
export async function listAnswers(db: Db, documentId: number): Promise<KeptAnswer[]> {
  const { rows } = await poolOf(db).query<Row<KeptAnswer>>({
    name: 'list_answers',
    text: `SELECT ${COLUMNS} FROM kept_answers WHERE document_id = $1 ORDER BY id`,
    values: [documentId],
  });
  return rows.map(read<KeptAnswer>);
}

/** An answer by its id; one of another document than `documentId` is not found. */
export type WantedAnswer = Pick<KeptAnswer, 'documentId' | 'id'>;

export async function findAnswer(
  db: Db,
  { documentId, id }: WantedAnswer,
): Promise<SealedAnswer | undefined> {
  const { rows } = await poolOf(db).query<Row<SealedAnswer>>({
    name: 'find_answer',
    text: `SELECT ${COLUMNS}, sha256, sealed FROM kept_answers WHERE document_id = $1 AND id = $2`,
    values: [documentId, id],
  });
  return rows[0] && read<SealedAnswer>(rows[0]);
}

/** Yields the answers by id, in batches. */
export async function* answersToCheck(db: Db, scope: Scope): AsyncGenerator<SealedAnswer[]> {
  for (let after = 0; ; ) {
    const { rows } = await poolOf(db).query<Row<SealedAnswer>>({
      name: 'answers_to_check',
      text: `SELECT ${COLUMNS}, sha256, sealed FROM kept_answers
        WHERE id > $1 AND ($2::int IS NULL OR business_id = $2) ORDER BY id LIMIT ${BATCH}`,
      values: [after, scopeParameter(scope)],
    });
    const batch = rows.map(read<SealedAnswer>);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}
