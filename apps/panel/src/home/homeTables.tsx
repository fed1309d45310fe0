/** The tables of the home page: problems, stuck references. */
import type { StuckReason } from '@rafaga/db';
import { count, STUCK } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { HealthProblem } from '../health/healthProblem.js';
import { Empty, Table, Tag } from '../html/components.js';
import { ago } from '../html/formats.js';
import { StuckTag } from '../html/states.js';

/** Every problem, the gravest first, each with the page of its cause. */
export const ProblemTable = (props: { problems: readonly HealthProblem[] }): VNode => (
  <Table
    caption="Qué anda mal ahora"
    quiet
    head={['Estado', 'Qué pasa']}
    rows={props.problems.map(({ text, advice, link, severity }) => [
      <Tag severity={severity}>{severity === 'bad' ? 'falla' : 'atención'}</Tag>,
      <span class="wide whole">
        {text} <span class="hint">{advice}</span>{' '}
        <a href={link.path}>
          {link.label}
          <span class="unseen">: {text.split(':')[0]}</span>
        </a>
      </span>,
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
