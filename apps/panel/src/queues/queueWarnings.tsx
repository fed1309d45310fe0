/** What is wrong with the queues, above everything else on their page. */

import type { Backlog } from '@rafaga/db';
import { many } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { SendingStop } from '../health/sendingStops.js';
import { startWorker } from '../health/serverProblems.js';
import type { SystemProblem } from '../health/systemProblems.js';
import type { StatsSnapshot } from '../health/systemStats.js';
import { Note } from '../html/components.js';
import { pendingOf } from './backlog.js';

interface QueueWarningsProps {
  queues: StatsSnapshot['queues'];
  problems: readonly SystemProblem[];
  backlog: Backlog;
  /** Workers with a recent heartbeat. */
  working: number;
  stops: readonly SendingStop[];
}

export function QueueWarnings(props: QueueWarningsProps): VNode {
  const { queues, problems, backlog, working, stops } = props;
  const pending = pendingOf(backlog);
  return (
    <>
      {!queues && (
        <Note severity="warn" title="Redis no responde">
          <p>Mostramos lo que sabe PostgreSQL. Emitir no depende de Redis.</p>
        </Note>
      )}
      {problems.map(({ text, remedy, severity, reporters }) => (
        <Note severity={severity} title={text}>
          <p>
            {remedy && `${remedy}. `}Lo {reporters.length === 1 ? 'dice' : 'dicen'}:{' '}
            {reporters.join(', ')}.
          </p>
        </Note>
      ))}
      {working === 0 && pending > 0 && (
        <Note severity="bad" title="Ningún procesador trabaja">
          <p>
            Hay {many(pending, 'comprobante', 'comprobantes')} por enviar. {startWorker(stops)}
          </p>
        </Note>
      )}
    </>
  );
}
