/**
 * The cards of a document: payments, instalments, detraction, perception, retention, advances,
 * references and notes.
 */
import {
  type Currency,
  DETRACTION_GOODS,
  DOCUMENT,
  PAYMENT_MEANS,
  type Payment,
  PERCEPTION,
  type PricedSale,
  peruvianDate,
  RELATED_DOCUMENT,
  toCents,
} from '@rafaga/fiscal';
import { given, money, moneyInText, percent, rate } from '../words.js';
import { showsEachAdvance } from './advanceRows.js';
import type { Pair } from './pair.js';

export interface Card {
  title: string;
  rows: Pair[];
  /** A text in place of rows. */
  text?: string;
  /** Whether rows are short and of one kind, so that they are printed side by side. */
  grid?: boolean;
}

export function cards(priced: PricedSale): Card[] {
  return [
    ...payments(priced),
    ...instalments(priced),
    ...detraction(priced),
    ...perception(priced),
    ...retention(priced),
    ...advances(priced),
    ...references(priced),
    ...collaboration(priced),
    ...note(priced),
  ];
}

function payments({ sale: { payments: paid, currency } }: PricedSale): Card[] {
  return paid.length === 0
    ? []
    : [{ title: 'Pagos', rows: paid.flatMap((payment) => paymentRows(payment, currency)) }];
}

const METHOD: Readonly<Record<string, string>> = {
  tarjeta_credito: 'Tarjeta de crédito',
  tarjeta_debito: 'Tarjeta de débito',
  deposito: 'Depósito',
};

function paymentRows(
  { method, amount, received, reference, notes }: Payment,
  currency: Currency,
): Pair[] {
  const name =
    METHOD[method] ?? `${method.charAt(0).toUpperCase()}${method.slice(1).replaceAll('_', ' ')}`;
  const rows: Pair[] = [[reference ? `${name} · ${reference}` : name, given(amount, currency)]];
  // a till with one form for all payments sends 0 for a card
  if (received && toCents(received) > 0n) {
    rows.push(['Recibido', given(received, currency)]);
    // the change is the only amount that is computed for printing
    const change = toCents(received) - toCents(amount);
    if (change >= 0n) rows.push(['Vuelto', money(change, currency)]);
  }
  if (notes) rows.push(['Nota', notes]);
  return rows;
}

function instalments({ sale, pending }: PricedSale): Card[] {
  if (sale.instalments.length === 0) return [];
  const net =
    pending === undefined ? '' : ` · neto pendiente de pago ${moneyInText(pending, sale.currency)}`;
  const rows = sale.instalments.map(
    ({ amount, dueDate }, i): Pair => [
      `${i + 1}.ª · ${peruvianDate(dueDate)}`,
      given(amount, sale.currency),
    ],
  );
  return [{ title: `${rows.length === 1 ? 'Cuota' : 'Cuotas'}${net}`, rows, grid: true }];
}

function detraction({ sale }: PricedSale): Card[] {
  if (!sale.detraction) return [];
  const { goods, percent: share, account, means, amount } = sale.detraction;
  const rows: Pair[] = [
    ['Bien o servicio', [goods, DETRACTION_GOODS[goods]?.label].filter(Boolean).join(' · ')],
    ['Medio de pago', [means, PAYMENT_MEANS[means]].filter(Boolean).join(' · ')],
    ['Cuenta en el Banco de la Nación', account],
    ['Porcentaje', percent(share)],
    ['Monto de la detracción', given(amount, 'PEN')],
  ];
  return [{ title: 'Operación sujeta al SPOT (detracción)', rows }];
}

function perception({ perception: perceived }: PricedSale): Card[] {
  if (!perceived) return [];
  const { code, base } = perceived;
  const rows: Pair[] = [
    ['Régimen', PERCEPTION[code]?.label ?? code],
    ['Base', money(base, 'PEN')],
  ];
  return [{ title: 'Comprobante de percepción', rows }];
}

const RETENTION = '62';

/** A sale may have several, as one for each rate. */
function retention({ sale, retained, allowances }: PricedSale): Card[] {
  if (retained === 0n) return [];
  const rows = allowances.flatMap(({ code, factor, base, amount }): Pair[] => {
    if (code !== RETENTION) return [];
    const share = factor === undefined ? '' : ` (${rate(factor * 100n)})`;
    return [
      ['Base', money(base, sale.currency)],
      [`Retención${share}`, money(amount, sale.currency)],
    ];
  });
  return [{ title: 'Retención del IGV', rows }];
}

function advances(priced: PricedSale): Card[] {
  const { sale } = priced;
  if (sale.advances.length === 0 || showsEachAdvance(priced)) return [];
  const rows = sale.advances.map(({ documentType, document, amount }): Pair => {
    const kind = RELATED_DOCUMENT[documentType]?.split(' –')[0];
    return [[kind, document].filter(Boolean).join(' '), given(amount, sale.currency)];
  });
  return [{ title: 'Anticipos', rows, grid: true }];
}

function references({ sale }: PricedSale): Card[] {
  if (sale.guides.length === 0) return [];
  return [
    {
      title: 'Guías de remisión',
      rows: sale.guides.map(({ type, number }): Pair => [DOCUMENT[type] ?? type, number]),
      grid: true,
    },
  ];
}

const COLLABORATION: Readonly<Record<string, string>> = { '1': 'Ventas', '2': 'Adquisiciones' };

function collaboration({ sale: { collaboration: contract } }: PricedSale): Card[] {
  if (!contract) return [];
  const { number, type, description, percent: share } = contract;
  const rows: Pair[] = [
    ['Contrato', [number, COLLABORATION[type]].filter(Boolean).join(' · ')],
    ['Descripción', description],
    ['Participación', percent(share)],
  ];
  return [{ title: 'Contrato de colaboración', rows }];
}

const note = ({ sale }: PricedSale): Card[] =>
  sale.note ? [{ title: 'Observación', rows: [], text: sale.note }] : [];
