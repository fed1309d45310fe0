/** The pending documents as PostgreSQL counts them: by stage, and by the cause of their wait. */
import type { Backlog, PendingCause, ReviewReason, WaitClass } from '@rafaga/db';
import { count, REVIEW, STAGE, WAITING } from '@rafaga/operations';
import type { VNode } from 'preact';
import { DescriptionList, Empty, Table } from '../html/components.js';
import { ago } from '../html/formats.js';

/** Documents without an answer of SUNAT, except those in review. */
export const pendingOf = ({ recorded, signed, sending }: Backlog): number =>
  recorded + signed + sending;

export function BacklogSummary({ backlog, now }: { backlog: Backlog; now: Date }): VNode {
  if (pendingOf(backlog) + backlog.review === 0) return <Empty>Nada pendiente.</Empty>;
  return (
    <DescriptionList
      rows={[
        ['Registrados, sin firmar', count(backlog.recorded)],
        ['Firmados, sin enviar', count(backlog.signed)],
        ['Enviados, sin respuesta', count(backlog.sending)],
        ['En manos de un procesador', count(backlog.held)],
        ['En espera de su hora', count(backlog.waiting)],
        ['De negocios en pausa', count(backlog.paused)],
        ['En revisión', count(backlog.review)],
        ['El más antiguo', backlog.oldest && `hace ${ago(backlog.oldest, now)}`],
      ]}
    />
  );
}

interface CauseTableProps {
  causes: readonly PendingCause[];
  now: Date;
  canAct: boolean;
}

export function CauseTable({ causes, now, canAct }: CauseTableProps): VNode {
  if (causes.length === 0) return <Empty>Nada espera.</Empty>;
  return (
    <Table
      caption="Agrupados por causa, lo más numeroso primero"
      quiet
      head={['Etapa', 'Causa', 'Código', 'Cuántos', 'El más antiguo', '']}
      rows={causes.map((cause) => [
        STAGE[cause.stage as keyof typeof STAGE],
        <span class="wide">{causeText(cause)}</span>,
        cause.code ?? '',
        count(cause.count),
        <span class="number">hace {ago(cause.oldest, now)}</span>,
        cause.stage === 'review' ? <BulkLink cause={cause} canAct={canAct} /> : '',
      ])}
    />
  );
}

const BulkLink = ({ cause, canAct }: { cause: PendingCause; canAct: boolean }): VNode => (
  <a href={`/operaciones/nueva?motivo=${cause.reason}&codigo=${cause.code ?? ''}`}>
    {canAct ? 'Reanudar en bloque' : 'Ver el plan'}
    <span class="unseen"> los de {causeText(cause)}</span>
  </a>
);

function causeText({ stage, reason }: PendingCause): string {
  if (!reason) return 'en su turno';
  return stage === 'review' ? REVIEW[reason as ReviewReason] : WAITING[reason as WaitClass];
}
