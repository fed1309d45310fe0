/** The sale as the client sent it; personal data are masked until they are revealed. */
import type { StoredDocument } from '@rafaga/db';
import { AFFECTATION } from '@rafaga/fiscal';
import type { VNode } from 'preact';
import { DescriptionList, Table } from '../html/components.js';
import { money } from '../html/formats.js';
import { maskDocument, maskName } from './masks.js';

interface SaleProps {
  document: StoredDocument;
  revealed: boolean;
}

export const Sale = ({ document, revealed }: SaleProps): VNode => (
  <details open={revealed}>
    <summary>Lo que envió el cliente{revealed ? '' : ' (datos personales ocultos)'}</summary>
    <ClientData document={document} revealed={revealed} />
    <Lines document={document} />
  </details>
);

function ClientData({ document: { sale, client }, revealed }: SaleProps): VNode {
  const shown = (text: string | undefined, mask: (text: string) => string) =>
    text === undefined || revealed ? text : mask(text);
  const name = shown(client.name, maskName);
  const document = shown(client.document, maskDocument);
  return (
    <DescriptionList
      rows={[
        ['Cliente', `${name} · documento ${document}`],
        ['Dirección', shown(sale.client.address, () => 'oculta')],
        ['Correo', shown(sale.client.email, () => 'oculto')],
        ['Teléfono', shown(sale.client.phone, maskDocument)],
        ['Forma de pago', sale.payment === 'credit' ? 'crédito' : 'contado'],
        ['Nota', shown(sale.note, () => 'oculta')],
      ]}
    />
  );
}

/** 10: Gravado - Operación Onerosa */
const affectationText = (code: string): string =>
  [code, AFFECTATION[code as keyof typeof AFFECTATION]?.label].filter(Boolean).join(': ');

const Lines = ({ document: { sale, currency } }: { document: StoredDocument }): VNode => (
  <Table
    caption="Líneas"
    quiet
    head={['Descripción', 'Cantidad', 'Unidad', 'Precio unitario', 'Afectación']}
    rows={sale.lines.map((line) => [
      <span class="wide">{line.description}</span>,
      line.quantity,
      line.unit,
      <span class="number">{money(currency, line.unitPrice)}</span>,
      <span class="wide">{affectationText(line.affectation)}</span>,
    ])}
  />
);
