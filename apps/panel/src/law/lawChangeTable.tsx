/** The dated rows that begin or end soon, with their source and what it is worth. */
import type { LawChange } from '@rafaga/fiscal';
import type { VNode } from 'preact';
import { Empty, Table, Tag } from '../html/components.js';
import { CONFIDENCE, dayText } from './lawWords.js';

export const LawChangeTable = ({ changes }: { changes: readonly LawChange[] }): VNode =>
  changes.length === 0 ? (
    <Empty>Ninguna regla fechada empieza ni termina en ese tiempo.</Empty>
  ) : (
    <Table
      caption="Reglas que cambian, por fecha"
      quiet
      head={['Desde', 'Qué', 'Antes', 'Después', 'Fuente', 'Confianza']}
      rows={changes.map((change) => [
        <span class="number">{dayText(change.day)}</span>,
        <span class="wide">{change.subject}</span>,
        <span class="wide">{change.before.join(' o ') || 'nada'}</span>,
        <span class="wide">{change.after.join(' o ') || 'deja de regir'}</span>,
        <span class="wide">{change.source}</span>,
        <Certainty of={change} />,
      ])}
    />
  );

const Certainty = ({ of: { confidence } }: { of: LawChange }): VNode =>
  confidence === 'conflicting' ? (
    <Tag severity="warn">{CONFIDENCE[confidence]}</Tag>
  ) : (
    <>{CONFIDENCE[confidence]}</>
  );
