/**
 * Everything that waits for a second person: single proposals, each with the document that it is
 * about, and bulk operations.
 */
import type { Operation, PendingProposal } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import { taskTitle } from '../bulkOperations/operationWords.js';
import type { AuthenticatedRequest } from '../edge/pageRequest.js';
import { Table } from '../html/components.js';
import { ago, money } from '../html/formats.js';
import { proposalText } from './proposalNote.js';
import { decisionPath } from './proposals.js';

interface ProposalTableProps {
  request: AuthenticatedRequest;
  proposals: readonly PendingProposal[];
  operations: readonly Operation[];
}

/** Nothing when nothing waits. */
export function ProposalTable(props: ProposalTableProps): VNode | null {
  const { request, proposals, operations } = props;
  if (proposals.length + operations.length === 0) return null;
  return (
    <>
      <h2>Esperan a una segunda persona</h2>
      <Table
        caption="Propuestas por aprobar"
        quiet
        head={['Propuesta', 'Sobre', 'Negocio', 'La hizo', 'Hace']}
        rows={[
          ...proposals.map((each) => [
            <a href={decisionPath(each)}>{proposalText(each)}</a>,
            <span class="wide">{documentText(each)}</span>,
            each.legalName,
            ...authorCells(request, each.proposedBy, each.proposer, each.proposedAt),
          ]),
          ...operations.map((each) => [
            <a href={`/operaciones/${each.id}`}>{taskTitle(each.task)}</a>,
            `Operación ${each.id}: ${each.selection}`,
            '',
            ...authorCells(request, each.proposedBy, each.proposer, each.createdAt),
          ]),
        ]}
      />
    </>
  );
}

function documentText({ document }: PendingProposal): string {
  if (!document) return '';
  const { reference, kind, series, number, currency, total } = document;
  return `${reference} · ${KIND[kind]} ${series}-${number} · ${money(currency, total)}`;
}

const authorCells = (
  { user, now }: AuthenticatedRequest,
  proposedBy: number,
  proposer: string,
  at: Date,
) => [proposedBy === user.id ? 'tú' : proposer, <span class="number">{ago(at, now)}</span>];
