/** The documents of detached months, as results of a search; each leads to its page. */
import type { FoundArchived } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Table } from '../html/components.js';

export const FoundArchivedTable = (props: { archived: readonly FoundArchived[] }): VNode => (
  <Table
    caption="En el archivo de meses cerrados"
    head={['Comprobante', 'Negocio', 'Mes']}
    rows={props.archived.map(({ documentId, ruc, kind, series, number, month }) => [
      <a href={`/referencias/${documentId}`}>{`${KIND[kind]} ${series}-${number}`}</a>,
      <span class="number">{ruc}</span>,
      <span class="number">{month}</span>,
    ])}
  />
);
