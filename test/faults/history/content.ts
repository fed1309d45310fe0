/** Reads the content of a sale from the body of a call, and from the signed XML with libxml2. */
import { Decimal } from 'decimal.js';
import { withInvoice } from '../../golden/rules/readInvoice.js';
import type { Content } from './history.js';

export interface Body {
  serie: string;
  fecha_emision: string;
  cliente: { tipo_doc: string; num_doc: string; razon_social: string };
  items: {
    codigo: string;
    descripcion: string;
    unidad: string;
    cantidad: number;
    precio_unitario: number;
  }[];
}

/** For prices with IGV and without discounts, whose total needs no code of the product. */
export function contentOfBody({ serie, fecha_emision, cliente, items }: Body): Content {
  const total = items.reduce(
    (sum, { cantidad, precio_unitario }) => sum.plus(new Decimal(precio_unitario).times(cantidad)),
    new Decimal(0),
  );
  return {
    type: serie.startsWith('F') ? '01' : '03',
    issueDate: fecha_emision,
    client: cliente.num_doc,
    total: total.toFixed(2),
    lines: items.map(({ codigo, descripcion, cantidad, precio_unitario }) => ({
      code: codigo,
      description: descripcion,
      quantity: new Decimal(cantidad).toString(),
      unitPrice: new Decimal(precio_unitario).toFixed(2),
    })),
  };
}

const PRICE = 'cac:PricingReference/cac:AlternativeConditionPrice/cbc:PriceAmount';

export const contentOfXml = (xml: Uint8Array): Content =>
  withInvoice(xml, (root) => ({
    type: root.text('cbc:InvoiceTypeCode'),
    issueDate: root.text('cbc:IssueDate'),
    client: root.text('cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID'),
    total: root.number('cac:LegalMonetaryTotal/cbc:PayableAmount').toFixed(2),
    lines: root.all('cac:InvoiceLine').map((line) => ({
      code: line.text('cac:Item/cac:SellersItemIdentification/cbc:ID'),
      description: line.text('cac:Item/cbc:Description'),
      quantity: line.number('cbc:InvoicedQuantity').toString(),
      unitPrice: line.number(PRICE).toFixed(2),
    })),
  }));
