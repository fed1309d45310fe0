/**
 * Renders the answers with records, and caches the last ones: a till polls until its document is
 * decided, and an unchanged document has the same answer.
 */
import { queryBody } from '@rafaga/contract';
import { type RecordedDocument, readRecord } from '@rafaga/db';
import { ttlCache } from '@rafaga/runtime/concurrency';
import { tagOf } from '../edge/entityTag.js';
import type { Turns } from '../edge/turns.js';
import { recordText } from './recordText.js';

export interface RecordAnswer {
  text: string;
  /** The entity tag. */
  tag: string;
}

export interface RecordAnswers {
  /** @param json the document as PostgreSQL wrote it now, the key of the cache */
  ofJson(id: number, json: string): Promise<RecordAnswer>;
  of(document: RecordedDocument): Promise<RecordAnswer>;
}

/** The most answers of each kind of document: 24 MB, at two bytes a character. */
const MAX_KEPT = 1_000;
/** The characters of both texts for a sale of some dozens of lines; longer ones are not cached. */
const MAX_LENGTH = 12_000;

export function createRecordAnswers(turns: Turns): RecordAnswers {
  const kept = ttlCache<number, RecordAnswer & { json: string }>({ max: MAX_KEPT });

  async function of(document: RecordedDocument): Promise<RecordAnswer> {
    const text = await recordText(turns, document, queryBody);
    return { text, tag: tagOf(text) };
  }

  return {
    of,
    async ofJson(id, json) {
      const known = kept.get(id);
      if (known?.json === json) return known;
      const answer = await of(readRecord(json));
      if (json.length + answer.text.length <= MAX_LENGTH) kept.set(id, { json, ...answer });
      return answer;
    },
  };
}
