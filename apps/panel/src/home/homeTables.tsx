/** The tables of the home page: problems, stuck references. */
import type { StuckReason } from '@rafaga/db';
import { STUCK } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { SystemProblem } from '../health/systemProblems.js';
import { Empty, Table, Tag } from '../html/components.js';
import { ago, count } from '../html/formats.js';
import { StuckTag } from '../html/states.js';

/** Every problem, also those that are not the most severe. */
export const ProblemTable = (props: { problems: readonly SystemProblem[]; now: Date }): VNode => (
  <Table
    caption="Qué anda mal ahora"
    quiet
    head={['Qué pasa', 'Qué hacer', 'Hace', 'Lo dice']}
    rows={props.problems.map(({ text, remedy, since, severity, reporters }) => [
      <Tag severity={severity}>{text}</Tag>,
      <span class="wide">{remedy ?? ''}</span>,
      <span class="number">{ago(since, props.now)}</span>,
      <span class="wide">{reporters.join(', ')}</span>,
    ])}
  />
);

interface StuckTableProps {
  stuck: readonly { reason: StuckReason; count: number; oldest: Date }[];
  /** PostgreSQL did not answer. */
  stale: boolean;
  now: Date;
}

export function StuckTable({ stuck, stale, now }: StuckTableProps): VNode {
  if (stale) return <Empty>No se sabe en este momento.</Empty>;
  if (stuck.length === 0) return <Empty>No hay referencias detenidas.</Empty>;
  return (
    <Table
      caption="Por motivo"
      quiet
      head={['Qué pasa', 'Cuántas', 'La más antigua', '']}
      rows={stuck.map((each) => [
        <StuckTag reason={each.reason} />,
        count(each.count),
        <span class="number">hace {ago(each.oldest, now)}</span>,
        <a href={`/referencias?ver=detenidas&motivo=${each.reason}`}>
          Ver<span class="unseen">: {STUCK[each.reason]}</span>
        </a>,
      ])}
    />
  );
}
