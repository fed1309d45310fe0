/**
 * Answers of the authority that settled nothing, kept as evidence. They are sealed, because they may
 * hold data of others, and in PostgreSQL, where they can be rewrapped under a new master key.
 */

import { type Db, poolOf } from '../db.js';
import type { Fence } from '../exchange/fence.js';

/** So much of an answer is kept. */
export const MOST_KEPT = 65_536;
/** So many answers of a document: an authority that says something else each time fills no disk. */
const MOST_OF_ONE = 20;
const BATCH = 50;

/** What its seal is bound to. */
export const answerContext = (documentId: number): string => `evidence:${documentId}`;

export interface KeptAnswer {
  id: number;
  documentId: number;
  businessId: number;
  attempt: number;
  /** A CDR comes as a zip. */
  kind: 'cdr' | 'text';
  /** Of the whole answer: more than MOST_KEPT and it was cut. */
  bytes: number;
  createdAt: Date;
}

export interface SealedAnswer extends KeptAnswer {
  /** Of what is kept, in clear. */
  sha256: Buffer;
  /** For `answerContext` of its document. */
  sealed: Buffer;
}

/** The same answer again is kept once. */
export async function keepAnswer(
  db: Db,
  { documentId, businessId, attempt }: Pick<Fence, 'documentId' | 'businessId' | 'attempt'>,
  { kind, sha256, bytes, sealed }: Pick<SealedAnswer, 'kind' | 'sha256' | 'bytes' | 'sealed'>,
): Promise<void> {
  await poolOf(db).query({
    name: 'keep_answer',
    text: `INSERT INTO kept_answers (document_id, business_id, attempt, kind, sha256, bytes, sealed)
      SELECT $1::bigint, $2::int, $3::int, $4, $5::bytea, $6::int, $7::bytea
      WHERE (SELECT count(*) FROM kept_answers WHERE document_id = $1::bigint) < ${MOST_OF_ONE}
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

/** Those of a document, the oldest first. */
export async function listAnswers(db: Db, documentId: number): Promise<KeptAnswer[]> {
  const { rows } = await poolOf(db).query<Row<KeptAnswer>>({
    name: 'list_answers',
    text: `SELECT ${COLUMNS} FROM kept_answers WHERE document_id = $1 ORDER BY id`,
    values: [documentId],
  });
  return rows.map(read<KeptAnswer>);
}

/** Of this document: another's is not found. */
export async function findAnswer(
  db: Db,
  documentId: number,
  id: number,
): Promise<SealedAnswer | undefined> {
  const { rows } = await poolOf(db).query<Row<SealedAnswer>>({
    name: 'find_answer',
    text: `SELECT ${COLUMNS}, sha256, sealed FROM kept_answers WHERE document_id = $1 AND id = $2`,
    values: [documentId, id],
  });
  return rows[0] && read<SealedAnswer>(rows[0]);
}

/** All of them, or those of one business, in batches. */
export async function* answersToCheck(db: Db, businessId?: number): AsyncGenerator<SealedAnswer[]> {
  for (let after = 0; ; ) {
    const { rows } = await poolOf(db).query<Row<SealedAnswer>>({
      name: 'answers_to_check',
      text: `SELECT ${COLUMNS}, sha256, sealed FROM kept_answers
        WHERE id > $1 AND ($2::int IS NULL OR business_id = $2) ORDER BY id LIMIT ${BATCH}`,
      values: [after, businessId ?? null],
    });
    const batch = rows.map(read<SealedAnswer>);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}
