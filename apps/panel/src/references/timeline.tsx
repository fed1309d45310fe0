/** The attempts on a document with their results, in the order in which they were made. */
import type { Step, StoredDocument, TimelineRow } from '@rafaga/db';
import { detailOf, STEP } from '@rafaga/operations';
import type { VNode } from 'preact';
import { codeSays } from '../advice/codeWords.js';
import { Table } from '../html/components.js';
import { instant, took } from '../html/formats.js';

interface TimelineProps {
  document: StoredDocument;
  history: readonly TimelineRow[];
}

export const Timeline = ({ document, history }: TimelineProps): VNode => (
  <Table
    caption="Qué se intentó y qué resultó"
    quiet
    head={['Hora de Lima', 'Paso', 'Detalle', 'Duración', 'Procesador o persona']}
    rows={[
      [
        <span class="number">{instant(document.createdAt)}</span>,
        'registrado',
        `${document.series}-${document.number}`,
        '',
        '',
      ],
      ...history.map((row) => [
        <span class="number">{instant(row.at)}</span>,
        `${STEP[row.step]}${row.attempt > 0 ? ` (intento ${row.attempt})` : ''}`,
        <Detail row={row} />,
        <span class="number">{row.tookMs === null ? '' : took(row.tookMs)}</span>,
        row.worker ?? '',
      ]),
    ]}
  />
);

/** An acceptance comes with SUNAT's own text, and a resolution with that of two persons. */
const WITHOUT_EXPLANATION: readonly Step[] = ['accepted', 'resolved'];

const Detail = ({ row }: { row: TimelineRow }): VNode => (
  <span class="wide">
    {[row.code, detailOf(row)].filter(Boolean).join(' · ')}
    {row.code && !WITHOUT_EXPLANATION.includes(row.step) && (
      <span class="hint"> SUNAT: {codeSays(row.code)}.</span>
    )}
  </span>
);
