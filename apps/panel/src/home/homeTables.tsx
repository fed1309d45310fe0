/** The tables of the home page: problems, proposals that wait for approval, stuck references. */
import type { PendingProposal, StuckReason } from '@rafaga/db';
import { STUCK } from '@rafaga/operations';
import type { VNode } from 'preact';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import type { SystemProblem } from '../health/systemProblems.js';
import { Empty, Table, Tag } from '../html/components.js';
import { ago, count } from '../html/formats.js';
import { StuckTag } from '../html/states.js';
import { proposalText } from '../proposals/proposalNote.js';
import { decisionPath } from '../proposals/proposals.js';

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

interface ProposalTableProps {
  request: AuthenticatedRequest;
  proposals: readonly PendingProposal[];
}

export const ProposalTable = ({ request, proposals }: ProposalTableProps): VNode => (
  <>
    <h2>Esperan a una segunda persona</h2>
    <Table
      caption="Propuestas por aprobar"
      quiet
      head={['Propuesta', 'Negocio', 'La hizo', 'Hace']}
      rows={proposals.map((each) => [
        <a href={decisionPath(each)}>{proposalText(each)}</a>,
        each.legalName,
        each.proposedBy === request.user.id ? 'tú' : each.proposer,
        <span class="number">{ago(each.proposedAt, request.now)}</span>,
      ])}
    />
  </>
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
