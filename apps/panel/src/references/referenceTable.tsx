/** References as a table, one document a row; the client is masked, as on the reference's page. */
import type { DocumentSummary, ListedDocument } from '@rafaga/db';
import { KIND } from '@rafaga/operations';
import type { VNode } from 'preact';
import { Table } from '../html/components.js';
import { moment, money } from '../html/formats.js';
import { DocumentState } from '../html/states.js';
import { maskDocument, maskName } from './masks.js';

const HEAD = ['Referencia', 'Estado', 'Comprobante', 'Total', 'Cliente', 'Creado'];

export const ReferenceTable = (props: {
  caption: string;
  references: readonly ListedDocument[];
}): VNode => (
  <Table
    caption={props.caption}
    compact
    head={HEAD}
    rows={props.references.map((each) => [
      <>
        <a href={`/referencias/${each.documentId}`}>{each.reference}</a>
        <span class="second">{each.legalName}</span>
      </>,
      <>
        <DocumentState found={each} /> <Code found={each} />
      </>,
      <span class="number">
        {KIND[each.kind]} {each.series}-{each.number}
      </span>,
      <span class="number">{money(each.currency, each.total)}</span>,
      <Client found={each} />,
      <span class="number">{moment(each.createdAt)}</span>,
    ])}
  />
);

/** The code of the authority, where it says more than that all is well. */
function Code({ found }: { found: DocumentSummary }): VNode | null {
  const code = found.code ?? found.emission?.lastCode;
  return code && code !== '0' ? <span class="number">código {code}</span> : null;
}

const Client = ({ found }: { found: DocumentSummary }): VNode => (
  <>
    <span class="client brief">{maskName(found.clientName)}</span>{' '}
    <span class="second">{maskDocument(found.clientDocument)}</span>
  </>
);
