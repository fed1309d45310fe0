/** The clients that documents name, found by document number or by the beginnings of words. */
import { type Db, poolOf } from '../db.js';
import { type Scope, scopeParameter } from '../scope.js';

export interface ClientQuery {
  scope: Scope;
  /** The client's document, exactly. */
  document?: string | undefined;
  /**
   * Words of the name, in lower case without accents; with a document, they count when no client
   * has it.
   */
  words?: readonly string[] | undefined;
  limit: number;
}

/**
 * The number of newest clients that are read first. The word index reads every client with a word;
 * a name that is frequent among the newest is answered without it, in constant time.
 */
const SAMPLE = 1_000;

/** Finds the ids of clients, in no order; none without a document number or words. */
export async function findClientIds(db: Db, query: ClientQuery): Promise<number[]> {
  const { document, words = [], ...rest } = query;
  const ids = document ? await matchingIds(db, { ...rest, document }) : [];
  return ids.length > 0 || words.length === 0 ? ids : matchingIds(db, { ...rest, words });
}

async function matchingIds(db: Db, query: ClientQuery): Promise<number[]> {
  const { scope, document, words = [], limit } = query;
  const ofBusiness = '($2::int IS NULL OR business_id = $2)';
  const matches = document
    ? 'document = $1'
    : `to_tsvector('simple'::regconfig, name) @@ to_tsquery('simple'::regconfig, $1)`;
  const { rows } = await poolOf(db).query<{ id: number }>(
    `WITH newest AS MATERIALIZED (
        SELECT id FROM (SELECT * FROM clients ORDER BY id DESC LIMIT ${SAMPLE}) AS c
        WHERE ${matches} AND ${ofBusiness} LIMIT $3),
      -- materialized: planned as if all were wanted, which the index answers whatever the words are
      found AS MATERIALIZED (
        SELECT id FROM clients
        WHERE ${matches} AND ${ofBusiness} AND (SELECT count(*) FROM newest) < $3)
      SELECT id FROM newest UNION SELECT id FROM found LIMIT $3`,
    [document ?? nameQuery(words), scopeParameter(scope), limit],
  );
  return rows.map(({ id }) => id);
}

/** Shorter beginnings only match whole words, because too many words begin with them. */
const SHORTEST_BEGINNING = 3;

const nameQuery = (words: readonly string[]): string =>
  words.map((word) => (word.length < SHORTEST_BEGINNING ? word : `${word}:*`)).join(' & ');
