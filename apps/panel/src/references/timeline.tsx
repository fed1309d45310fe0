/** The steps of a document in their order: when each was, how long it took, what it came to. */
import type { Step, StoredDocument, TimelineRow } from '@rafaga/db';
import { actorText, detailOf, STEP } from '@rafaga/operations';
import type { VNode } from 'preact';
import { codeSays, isQueryCode } from '../advice/codeWords.js';
import { Table } from '../html/components.js';
import { day, milliseconds, span, took } from '../html/formats.js';

interface TimelineProps {
  document: StoredDocument;
  history: readonly TimelineRow[];
}

export const Timeline = ({ document, history }: TimelineProps): VNode => {
  const times = [document.createdAt, ...history.map(({ at }) => at)];
  return (
    <Table
      caption="Qué se intentó y qué resultó"
      quiet
      head={['Hora de Lima', 'Paso', 'Detalle', 'Duración', 'Desde el anterior', 'Quién']}
      rows={[
        [
          <Time at={document.createdAt} before={undefined} />,
          'registrado',
          `${document.series}-${document.number}`,
          '',
          '',
          '',
        ],
        ...history.map((row, index) => [
          <Time at={row.at} before={times[index]} />,
          `${STEP[row.step]}${row.attempt > 0 ? ` (intento ${row.attempt})` : ''}`,
          <Detail row={row} />,
          <span class="number">{row.tookMs === null ? '' : took(row.tookMs)}</span>,
          <span class="number">{sinceText(times[index], row.at)}</span>,
          row.worker ? actorText(row.worker) : '',
        ]),
      ]}
    />
  );
};

/** The day stands where it begins. */
const Time = ({ at, before }: { at: Date; before: Date | undefined }): VNode => (
  <span class="number">
    {before && day(before) === day(at) ? '' : `${day(at)} `}
    {milliseconds(at)}
  </span>
);

const MINUTE_MS = 60_000;

function sinceText(before: Date | undefined, at: Date): string {
  const ms = before ? at.getTime() - before.getTime() : 0;
  return ms < MINUTE_MS ? `+${took(Math.max(0, ms))}` : `+${span(ms)}`;
}

/**
 * An acceptance comes with SUNAT's own text and a resolution with that of two persons; the code of
 * a CDR that was queried may be about another document.
 */
const isExplained = (step: Step, code: string): boolean =>
  step === 'asked' ? isQueryCode(code) : step !== 'accepted' && step !== 'resolved';

function Detail({ row: { step, code, detail } }: { row: TimelineRow }): VNode {
  const text = [code, step === 'signed' ? null : detailOf({ step, detail })].filter(Boolean);
  if (!code || !isExplained(step, code)) return <span class="wide">{text.join(' · ')}</span>;
  return (
    <span class="wide">
      {text.join(' · ').replace(/\.?$/, '.')} <span class="hint">SUNAT: {codeSays(code)}.</span>
    </span>
  );
}
