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

/**
 * @param ids in the order of the operation; unknown ids are dropped
 * @param operationId the operation that has them to do; undefined while it is planned
 */
export async function planOperation(
  db: Db,
  task: OperationTask,
  ids: readonly number[],
  operationId?: number,
): Promise<PlannedDocument[]> {
  const { rows } = await poolOf(db).query<FactsRow>({
    name: 'plan_operation',
    text: SELECT_FACTS,
    values: [[...new Set(ids)]],
  });
  return rows
    .map(toFacts)
    .map((facts) => ({ ...facts, exclusion: exclusionOf(task, facts, operationId) }));
}

/** What an operation would do now, for the person who is to approve it. */
export async function planAsProposed(
  db: Db,
  { id, task }: { id: number; task: OperationTask },
): Promise<PlannedDocument[]> {
  const { rows } = await poolOf(db).query<{ documentId: string }>({
    name: 'plan_as_proposed',
    text: `SELECT document_id::text AS "documentId" FROM operation_items
      WHERE operation_id = $1 AND state = 'pending' ORDER BY position`,
    values: [id],
  });
  return planOperation(
    db,
    task,
    rows.map(({ documentId }) => Number(documentId)),
    id,
  );
}
