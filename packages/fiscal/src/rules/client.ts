/** Checks that the client has the identity that the kind of document and operation require. */
import { CURRENCY } from '../catalogues/currencies.js';
import { IDENTITY } from '../catalogues/identities.js';
import { isExport } from '../catalogues/operations.js';
import { anonymousLimit } from '../catalogues/thresholds.js';
import { centsText, part, toScaled } from '../money.js';
import type { PricedSale } from '../priced.js';
import type { Decimal, Sale } from '../sale.js';
import type { Report, Rule } from './rule.js';

const RUC = '6';
/** A sale to a non-resident that is not an export. */
const NOT_DOMICILED = '0401';
/** Any space, tab or line break. */
const WHITESPACE = /\s/;
/** White space other than the space (rule 2022). */
const BREAK = /[^\S ]/;

export const clientRules: Rule = (priced, { exchangeRate }, report) => {
  const { sale } = priced;
  const { documentType, document, name } = sale.client;
  const wanted = sale.kind === 'factura' ? facturaIdentity(sale) : boletaIdentity(sale);
  if (wanted !== undefined) report.fault(['client', 'documentType'], wanted, '2800');
  if (documentType !== RUC && documentType !== '1') checkDocumentNumber(sale, document, report);
  if (Array.from(name.trim()).length < 3 || BREAK.test(name)) {
    report.fault(
      ['client', 'name'],
      'La razón social o el nombre debe tener al menos 3 caracteres, sin saltos de línea ' +
        'ni tabulaciones.',
      '2022',
    );
  }
  checkIdentified(priced, exchangeRate, report);
};

/** What is wrong with the client's kind of document in a factura, if anything. */
function facturaIdentity({ client, operation, legends }: Sale): string | undefined {
  const type = client.documentType;
  if (isExport(operation) || operation === NOT_DOMICILED) {
    const free = legends.some((legend) => legend.code === '2008');
    if (type === RUC && ['0200', '0201', '0204'].includes(operation) && !free)
      return 'En una exportación el cliente no puede identificarse con RUC.';
    return type === '-' || Object.hasOwn(IDENTITY, type)
      ? undefined
      : 'El tipo de documento del cliente no está en el catálogo 06 de SUNAT.';
  }
  if (operation === '0112')
    return type === '1' || type === RUC
      ? undefined
      : 'Para sustentar gastos de persona natural el cliente debe tener DNI o RUC.';
  if (operation === '2106') {
    return ['7', 'B', 'G'].includes(type)
      ? undefined
      : 'En una venta a turistas el cliente debe tener pasaporte, documento de su país o ' +
          'salvoconducto.';
  }
  return type === RUC ? undefined : 'Las facturas requieren un cliente con RUC (tipo_doc 6).';
}

function boletaIdentity({ client, operation }: Sale): string | undefined {
  if (!Object.hasOwn(IDENTITY, client.documentType) && client.documentType !== '-') {
    return 'El tipo de documento del cliente no está en el catálogo 06 de SUNAT.';
  }
  const abroad = isExport(operation) || operation === NOT_DOMICILED;
  return abroad && client.documentType === RUC
    ? 'En una exportación el cliente no puede identificarse con RUC.'
    : undefined;
}

/** Rule 2802 of facturas, 4208 of boletas; SUNAT also observes the "-" of an anonymous boleta. */
function checkDocumentNumber(sale: Sale, document: string, report: Report): void {
  const code = sale.kind === 'factura' ? '2802' : '4208';
  if (document.length === 0 || document.length > 15 || WHITESPACE.test(document)) {
    report.find(
      ['client', 'document'],
      'El número de documento del cliente debe tener de 1 a 15 caracteres, sin espacios.',
      code,
    );
  } else if (document === '-' && sale.kind === 'boleta') {
    report.warn(
      ['client', 'document'],
      'SUNAT observa una boleta cuyo cliente no tiene número de documento.',
      code,
    );
  }
}

/** Whether the rules need the exchange rate of the sale's day: SUNAT's limit is in soles. */
export const needsExchangeRate = (sale: Pick<Sale, 'kind' | 'currency' | 'client'>): boolean =>
  sale.kind === 'boleta' && sale.currency !== 'PEN' && anonymousField(sale) !== undefined;

/**
 * The Reglamento de Comprobantes de Pago requires the client's identity on a boleta above S/ 700.
 * Each other currency is worth more than a sol, so 700 of it exceed the limit; for less the rate of
 * the day decides, and without one the sale is announced if it may exceed the limit.
 */
function checkIdentified(
  { sale, totals }: PricedSale,
  exchangeRate: Decimal | undefined,
  report: Report,
): void {
  if (sale.kind !== 'boleta' || isExport(sale.operation)) return;
  const anonymous = anonymousField(sale);
  if (anonymous === undefined) return;
  const limit = anonymousLimit(sale.issueDate);
  const amount = totals.payable + totals.prepaid;
  const text =
    `Para boletas mayores a S/ ${centsText(limit)} es obligatorio consignar el documento de ` +
    'identidad del cliente (DNI, RUC, CE, etc.).';
  const foreign = sale.currency === 'PEN' ? '' : `${sale.currency} ${centsText(amount)}`;
  if (amount > limit) report.fault(['client', anonymous], text);
  else if (foreign !== '' && exchangeRate !== undefined) {
    const soles = part(amount, toScaled(exchangeRate));
    const told = ` ${foreign} son S/ ${centsText(soles)} al cambio de ${exchangeRate}.`;
    if (soles > limit) report.fault(['client', anonymous], text + told);
  } else if (foreign !== '' && amount * CURRENCY[sale.currency].mostSoles > limit)
    report.warn(
      ['client', anonymous],
      `${text} Al cambio del día, ${foreign} puede superarlo: compruébalo.`,
      'limite_en_soles',
    );
}

/** The field that does not identify the client. */
function anonymousField({ client }: Pick<Sale, 'client'>): 'documentType' | 'document' | undefined {
  if (client.documentType === '0') return 'documentType';
  return /^[-0]+$/.test(client.document) ? 'document' : undefined;
}
