/** The stages of documents in SQL, restricted to the changes that STAGE_CHANGES allows. */
import { STAGE_CHANGES, type StageEvent } from '@rafaga/fiscal';

type After<E extends StageEvent> = (typeof STAGE_CHANGES)[E]['to'][number];

/** SQL: a stage to which the event leads; any other stage does not compile. */
export function stageAfter<E extends StageEvent>(event: E, stage: After<E>): string {
  const allowed: readonly string[] = STAGE_CHANGES[event].to;
  if (!allowed.includes(stage)) throw new Error(`${event} does not lead to ${stage}`);
  return `'${stage}'`;
}

/** SQL: a condition that the stage is one in which the event may occur. */
export const stageBefore = (event: StageEvent, column = 'stage'): string =>
  `${column} IN (${STAGE_CHANGES[event].from.map((stage) => `'${stage}'`).join(', ')})`;
