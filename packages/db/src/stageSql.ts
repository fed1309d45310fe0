/** The stages of documents in SQL, as the table of their changes allows them. */
import { STAGE_CHANGES, type StageEvent } from '@rafaga/fiscal';

type After<E extends StageEvent> = (typeof STAGE_CHANGES)[E]['to'][number];

/** The literal of a stage that an event leads to: any other one does not compile. */
export function stageAfter<E extends StageEvent>(event: E, stage: After<E>): string {
  const allowed: readonly string[] = STAGE_CHANGES[event].to;
  if (!allowed.includes(stage)) throw new Error(`${event} does not lead to ${stage}`);
  return `'${stage}'`;
}

/** Out of these stages an event may come: a condition on the column of emissions. */
export const stageBefore = (event: StageEvent, column = 'stage'): string =>
  `${column} IN (${STAGE_CHANGES[event].from.map((stage) => `'${stage}'`).join(', ')})`;
