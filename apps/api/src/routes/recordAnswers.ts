/**
 * Writes the answers of records, and keeps the last ones: a till asks for the same document until
 * it is decided, and the same stored document has the same answer.
 */
import { queryBody } from '@rafaga/contract';
import { type RecordedDocument, readRecord } from '@rafaga/db';
import { ttlCache } from '@rafaga/runtime/concurrency';
import { tagOf } from '../edge/entityTag.js';
import type { Turns } from '../edge/turns.js';
import { recordText } from './recordText.js';

export interface RecordAnswer {
  text: string;
  /** Its entity tag. */
  tag: string;
}

export interface RecordAnswers {
  /** @param json as the database wrote it now */
  ofJson(id: number, json: string): Promise<RecordAnswer>;
  of(document: RecordedDocument): Promise<RecordAnswer>;
}

/** About 15 MB. */
const MAX_KEPT = 2_000;
/** Characters of a sale of some dozens of lines; a longer one is not kept. */
const MAX_LENGTH = 8_000;

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
      if (json.length <= MAX_LENGTH) kept.set(id, { json, ...answer });
      return answer;
    },
  };
}
