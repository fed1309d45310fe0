/** Each reference of an operation: what was done to it, and how it stands now. */
import type { Operation, OperationItem } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Table, Tag } from '../html/components.js';
import { instant } from '../html/formats.js';
import { currentState, itemText } from './operationWords.js';

interface ResultTableProps {
  operation: Operation;
  items: readonly OperationItem[];
}

export const ResultTable = ({ operation, items }: ResultTableProps): VNode => (
  <Table
    caption="Resultado, en el orden del plan"
    head={['Referencia', 'Cómo está ahora', 'Qué se hizo', 'Comprobante', 'Negocio', 'Hora']}
    rows={items.map((item) => [
      <a class="wide" href={`/referencias/${item.documentId}`}>
        {item.reference ?? item.documentId}
      </a>,
      <StandsNow item={item} />,
      <span class="wide">{itemText(item, operation)}</span>,
      <span class="number">
        {KIND[item.kind]} {item.series}-{item.number}
      </span>,
      item.legalName,
      <span class="number">{item.at ? instant(item.at) : ''}</span>,
    ])}
  />
);

function StandsNow({ item }: { item: OperationItem }): VNode {
  const [severity, word] = currentState(item);
  return <Tag severity={severity}>{word}</Tag>;
}
