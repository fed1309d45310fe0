/** A document in the words and the order in which it is printed: every format draws these, and none computes. */
import type { Cents, PricedLine, TaxCode } from '@rafaga/fiscal';
import type { PrintedDocument } from './document.js';
import { amount, CLIENT_DOCUMENT, CURRENCY_NAME, day, decimal, hour, money, UNIT } from './words.js';

export type Pair = readonly [label: string, value: string];

export interface Facts {
  title: string;
  number: string;
  ruc: string;
  issuer: { name: string; legalName?: string; address?: string };
  client: Pair[];
  terms: Pair[];
  lines: LineFacts[];
  totals: Pair[];
  payable: Pair;
  /** What is paid beside or instead of it: detracción, percepción, cuotas, anticipos. */
  conditions: { title: string; rows: Pair[] }[];
  payments: Pair[];
  legends: string[];
  note?: string;
  stamp?: string;
  footer: string[];
}

export interface LineFacts {
  quantity: string;
  unit: string;
  code: string;
  description: string;
  price: string;
  discount: string;
  total: string;
}

const TITLE = { boleta: 'BOLETA DE VENTA ELECTRÓNICA', factura: 'FACTURA ELECTRÓNICA' } as const;

const BASE_LABEL: Partial<Record<TaxCode, string>> = {
  '1000': 'Op. gravadas',
  '1016': 'Op. gravadas con IVAP',
  '9995': 'Op. de exportación',
  '9996': 'Op. gratuitas',
  '9997': 'Op. exoneradas',
  '9998': 'Op. inafectas',
};
const TAX_LABEL: Partial<Record<TaxCode, string>> = {
  '1000': 'IGV',
  '1016': 'IVAP',
  '2000': 'ISC',
  '7152': 'ICBPER',
  '9999': 'Otros tributos',
};

export function facts(document: PrintedDocument): Facts {
  const { priced, issuer, design } = document;
  const { sale, totals } = priced;
  const address = issuer.address;
  return {
    title: TITLE[sale.kind],
    number: `${sale.series}-${document.number}`,
    ruc: issuer.ruc,
    issuer: {
      name: issuer.tradeName ?? issuer.legalName,
      ...(issuer.tradeName && issuer.tradeName !== issuer.legalName && { legalName: issuer.legalName }),
      ...(address && { address }),
    },
    client: clientRows(document),
    terms: termRows(document),
    lines: priced.lines.map(lineFacts),
    totals: totalRows(document),
    payable: ['IMPORTE TOTAL', money(totals.payable, sale.currency)],
    conditions: conditions(document),
    payments: paymentRows(document),
    legends: priced.legends.map(({ text }) => text),
    ...(sale.note && { note: sale.note }),
    ...(document.state === 'rejected' && { stamp: 'RECHAZADO' }),
    footer: footer(document, design.footer, design.consultAt),
  };
}

function clientRows({ priced: { sale } }: PrintedDocument): Pair[] {
  const { client } = sale;
  const rows: Pair[] = [
    ['Cliente', client.name],
    [CLIENT_DOCUMENT[client.documentType] ?? 'Documento', client.document],
  ];
  if (client.address) rows.push(['Dirección', client.address]);
  return rows;
}

function termRows({ priced: { sale }, createdAt }: PrintedDocument): Pair[] {
  const rows: Pair[] = [
    ['Fecha de emisión', `${day(sale.issueDate)} ${hour(createdAt)}`],
    ['Moneda', CURRENCY_NAME[sale.currency]],
    ['Forma de pago', sale.payment === 'credit' ? 'Crédito' : 'Contado'],
  ];
  if (sale.dueDate) rows.push(['Vencimiento', day(sale.dueDate)]);
  if (sale.establishment !== '0000') rows.push(['Establecimiento', sale.establishment]);
  for (const guide of sale.guides) rows.push(['Guía de remisión', guide.number]);
  return rows;
}

function lineFacts({ line, quantity, unitPrice, allowances, priceType, total }: PricedLine): LineFacts {
  const discount = allowances.reduce((sum, { charge, amount: cents }) => (charge ? sum : sum + cents), 0n);
  return {
    quantity: decimal(quantity, 0),
    unit: UNIT[line.unit] ?? line.unit,
    code: line.code ?? '',
    description: priceType === '02' ? `${line.description} (gratuito)` : line.description,
    price: decimal(unitPrice, 2),
    discount: discount > 0n ? amount(discount) : '',
    total: amount(total),
  };
}

function totalRows({ priced: { sale, totals } }: PrintedDocument): Pair[] {
  const rows: Pair[] = [];
  const add = (label: string, cents: Cents) => rows.push([label, money(cents, sale.currency)]);
  if (totals.discounts > 0n) add('Descuentos', totals.discounts);
  for (const { tax, base } of totals.subtotals) {
    const label = BASE_LABEL[tax];
    if (label) add(label, base);
  }
  for (const { tax, amount: cents } of totals.subtotals) {
    const label = TAX_LABEL[tax];
    if (label) add(label, cents);
  }
  if (totals.charges > 0n) add('Otros cargos', totals.charges);
  if (totals.prepaid > 0n) add('Anticipos', -totals.prepaid);
  if (totals.rounding !== 0n) add('Redondeo', totals.rounding);
  return rows;
}

function conditions({ priced }: PrintedDocument): Facts['conditions'] {
  const { sale } = priced;
  const found: Facts['conditions'] = [];
  if (sale.advances.length > 0)
    found.push({ title: 'Anticipos', rows: sale.advances.map((advance): Pair => [advance.document, advance.amount]) });
  if (sale.instalments.length > 0) {
    const rows = sale.instalments.map(({ amount: due, dueDate }, i): Pair => [`Cuota ${i + 1} · ${day(dueDate)}`, due]);
    if (priced.pending !== undefined) rows.unshift(['Neto pendiente de pago', money(priced.pending, sale.currency)]);
    found.push({ title: 'Cuotas', rows });
  }
  if (sale.detraction) {
    const { goods, percent, account, amount: withheld } = sale.detraction;
    found.push({
      title: 'Operación sujeta a detracción (SPOT)',
      rows: [
        ['Bien o servicio', goods],
        ['Cuenta del Banco de la Nación', account],
        ['Porcentaje', `${percent} %`],
        ['Monto en soles', `S/ ${withheld}`],
      ],
    });
  }
  if (sale.perception) {
    const { base, amount: perceived, total } = sale.perception;
    const rows: Pair[] = [
      ['Base', `S/ ${base}`],
      ['Percepción', `S/ ${perceived}`],
    ];
    if (total) rows.push(['Total con percepción', `S/ ${total}`]);
    found.push({ title: 'Operación sujeta a percepción', rows });
  }
  return found;
}

function paymentRows({ priced: { sale } }: PrintedDocument): Pair[] {
  return sale.payments.map(
    ({ method, amount: paid, received }): Pair => [
      method[0]?.toUpperCase() + method.slice(1).replaceAll('_', ' '),
      received ? `${paid} (recibido ${received})` : paid,
    ],
  );
}

function footer(document: PrintedDocument, own: string | undefined, consultAt: string | undefined): string[] {
  const kind = document.priced.sale.kind === 'boleta' ? 'boleta de venta electrónica' : 'factura electrónica';
  const lines = [`Representación impresa de la ${kind}.`];
  if (document.digest) lines.push(`Resumen: ${document.digest}`);
  if (document.state === 'pending') lines.push('Pendiente de respuesta de SUNAT.');
  if (document.state === 'rejected') lines.push('SUNAT rechazó este comprobante: no tiene validez tributaria.');
  if (consultAt) lines.push(`Consulta en ${consultAt}`);
  if (own) lines.push(...own.split('\n'));
  return lines;
}
