/** The progress of an operation in numbers and as a bar. */

import type { Operation, OperationProgress } from '@rafaga/db';
import { count, many } from '@rafaga/operations';
import type { VNode } from 'preact';
import { DescriptionList } from '../html/components.js';

interface ProgressProps {
  operation: Operation;
  progress: OperationProgress;
}

export function ProgressSection({ operation, progress }: ProgressProps): VNode {
  const { total, pending, done, skipped, failed, cancelled, perSecond } = progress;
  const handled = total - pending - cancelled;
  return (
    <>
      <h2>Avance</h2>
      <p>
        <label for="avance">
          {count(handled)} de {count(total)}
        </label>
        <progress id="avance" max={total} value={handled} />
      </p>
      <DescriptionList
        rows={[
          ['Hechas', count(done)],
          ['Omitidas', count(skipped)],
          ['Fallidas', count(failed)],
          ['Quedan', count(pending)],
          ['No se hicieron', cancelled > 0 && count(cancelled)],
          ['Ritmo', perSecond !== null && `${perSecond.toFixed(1)} por segundo`],
          [
            'Cómo están ahora las hechas',
            operation.task.action === 'resume' && done > 0 && outcomeText(progress),
          ],
        ]}
      />
    </>
  );
}

/** How many of those that are done have no answer of SUNAT yet. */
export const awaited = ({ done, accepted, rejected, inReview, archived }: OperationProgress) =>
  done - accepted - rejected - inReview - archived;

function outcomeText(progress: OperationProgress): string {
  const { accepted, rejected, inReview, archived } = progress;
  const onWay = awaited(progress);
  return [
    many(accepted, 'aceptada', 'aceptadas'),
    rejected > 0 && many(rejected, 'rechazada', 'rechazadas'),
    inReview > 0 && `${count(inReview)} otra vez en revisión`,
    archived > 0 && many(archived, 'archivada', 'archivadas'),
    onWay > 0 && `${count(onWay)} en camino`,
  ]
    .filter(Boolean)
    .join(', ');
}
