/**
 * Writes the form of payment, the detraction and perception, and the advances that were paid
 * before.
 */
import { type PricedSale, type Sale, toCents, toScaled } from '@rafaga/fiscal';
import { LIST, SCHEME } from './lists.js';
import { amount, text, twoPlaces } from './xml.js';

/** cac:PaymentMeans: the account of a detraction (3034). */
export function paymentMeans({ detraction }: Sale): string {
  if (detraction === undefined) return '';
  return (
    `<cac:PaymentMeans><cbc:ID>Detraccion</cbc:ID>` +
    `<cbc:PaymentMeansCode${LIST.means}>${text(detraction.means)}</cbc:PaymentMeansCode>` +
    `<cac:PayeeFinancialAccount><cbc:ID>${text(detraction.account)}</cbc:ID>` +
    `</cac:PayeeFinancialAccount></cac:PaymentMeans>`
  );
}

/**
 * cac:PaymentTerms: the form of payment of a factura with its instalments (3244 to 3267), the
 * detraction and the perception. A boleta has no form of payment: SUNAT's desktop program would
 * read it as a detraction and refuse the boleta (3128, 3033, 3035).
 */
export function paymentTerms(priced: PricedSale): string {
  return (
    (priced.sale.kind === 'factura' ? formOfPayment(priced) : '') +
    detraction(priced.sale) +
    perception(priced)
  );
}

/**
 * One cac:PrepaidPayment for each advance, with the number of its document in
 * cac:AdditionalDocumentReference (3211 to 3216).
 */
export function prepaidPayments({ advances, currency }: Sale): string {
  let xml = '';
  for (const [at, advance] of advances.entries()) {
    const paid = amount('PaidAmount', currency, toCents(advance.amount));
    xml +=
      `<cac:PrepaidPayment><cbc:ID${SCHEME.advance}>${at + 1}</cbc:ID>${paid}` +
      `</cac:PrepaidPayment>`;
  }
  return xml;
}

function formOfPayment({ sale, pending }: PricedSale): string {
  if (sale.payment === 'cash')
    return terms('FormaPago', '<cbc:PaymentMeansID>Contado</cbc:PaymentMeansID>');
  const owed = pending === undefined ? '' : amount('Amount', sale.currency, pending);
  let xml = terms('FormaPago', `<cbc:PaymentMeansID>Credito</cbc:PaymentMeansID>${owed}`);
  for (const [at, instalment] of sale.instalments.entries()) {
    const id = `<cbc:PaymentMeansID>Cuota${String(at + 1).padStart(3, '0')}</cbc:PaymentMeansID>`;
    const due = `<cbc:PaymentDueDate>${instalment.dueDate}</cbc:PaymentDueDate>`;
    xml += terms(
      'FormaPago',
      id + amount('Amount', sale.currency, toCents(instalment.amount)) + due,
    );
  }
  return xml;
}

/** The amount is in soles, whatever the currency of the sale (3208). */
function detraction({ detraction: own }: Sale): string {
  if (own === undefined) return '';
  const goods = `<cbc:PaymentMeansID${SCHEME.detraction}>${text(own.goods)}</cbc:PaymentMeansID>`;
  const percent = `<cbc:PaymentPercent>${twoPlaces(toScaled(own.percent))}</cbc:PaymentPercent>`;
  return terms('Detraccion', goods + percent + amount('Amount', 'PEN', toCents(own.amount)));
}

/** The total with the perception, which is not part of the payable amount. */
function perception({ perception: own }: PricedSale): string {
  return own === undefined ? '' : terms('Percepcion', amount('Amount', 'PEN', own.total));
}

const terms = (id: string, rest: string) =>
  `<cac:PaymentTerms><cbc:ID>${id}</cbc:ID>${rest}</cac:PaymentTerms>`;
