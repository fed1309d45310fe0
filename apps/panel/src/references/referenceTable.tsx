/** References as a table, one document a row. */
import type { DocumentSummary } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Table } from '../html/components.js';
import { moment, money } from '../html/formats.js';
import { DocumentState } from '../html/states.js';

export const ReferenceTable = (props: {
  caption: string;
  references: readonly DocumentSummary[];
}): VNode => (
  <Table
    caption={props.caption}
    head={['Referencia', 'Comprobante', 'Estado', 'Negocio', 'Total', 'Creado']}
    rows={props.references.map((each) => [
      <a class="wide" href={`/referencias/${each.documentId}`}>
        {each.key}
      </a>,
      <span class="number">
        {KIND[each.kind]} {each.series}-{each.number}
      </span>,
      <DocumentState found={each} />,
      <span class="number">{each.ruc}</span>,
      <span class="number">{money(each.currency, each.total)}</span>,
      <span class="number">{moment(each.createdAt)}</span>,
    ])}
  />
);
