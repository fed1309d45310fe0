/** The dated rows that begin or end soon, with their source and what it is worth. */

import type { LawChange } from '@rafaga/fiscal';
import { peruvianDate } from '@rafaga/fiscal';
import { CONFIDENCE } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Empty, Table, Tag } from '../html/components.js';

export const LawChangeTable = ({ changes }: { changes: readonly LawChange[] }): VNode =>
  changes.length === 0 ? (
    <Empty>Ninguna regla fechada empieza ni termina en ese tiempo.</Empty>
  ) : (
    <Table
      caption="Reglas que cambian, por fecha"
      quiet
      head={['Desde', 'Qué', 'Antes', 'Después', 'De dónde consta']}
      rows={changes.map((change) => [
        <span class="number">{peruvianDate(change.day)}</span>,
        <span class="wide">{change.subject}</span>,
        <span class="wide">{change.before.join(' o ') || 'nada'}</span>,
        <span class="wide">{change.after.join(' o ') || 'deja de regir'}</span>,
        <span class="wide">
          <Certainty of={change} /> {change.source}
        </span>,
      ])}
    />
  );

const Certainty = ({ of: { confidence } }: { of: LawChange }): VNode =>
  confidence === 'conflicting' ? (
    <Tag severity="warn">{CONFIDENCE[confidence]}</Tag>
  ) : (
    <Tag severity="calm">{CONFIDENCE[confidence]}</Tag>
  );
