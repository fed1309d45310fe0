/** Plans a bulk operation: the documents that it will process and those that it excludes. */
import { type Db, poolOf } from '../db.js';
import {
  type DocumentFacts,
  type Exclusion,
  exclusionOf,
  type FactsRow,
  type OperationTask,
  SELECT_FACTS,
  toFacts,
} from './exclusions.js';

export interface PlannedDocument extends DocumentFacts {
  exclusion: Exclusion | undefined;
}

/** @param ids in the order of the operation; unknown ids are dropped */
export async function planOperation(
  db: Db,
  task: OperationTask,
  ids: readonly number[],
): Promise<PlannedDocument[]> {
  const { rows } = await poolOf(db).query<FactsRow>({
    name: 'plan_operation',
    text: SELECT_FACTS,
    values: [[...new Set(ids)]],
  });
  return rows.map(toFacts).map((facts) => ({ ...facts, exclusion: exclusionOf(task, facts) }));
}
