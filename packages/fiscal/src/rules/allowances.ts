/** Checks discounts and charges, of lines and of the document. */
import { type AllowanceRow, allowanceRow } from '../catalogues/allowances.js';
import { isIgvOrIvap } from '../catalogues/taxes.js';
import { centsText, sum, toCents } from '../money.js';
import type { Cents, PricedAllowance, PricedLine, PricedSale } from '../priced.js';
import type { Allowance, Sale } from '../sale.js';
import { type Bases, disagreement, isStatedTwice } from './agreement.js';
import { documentBases, lineBases } from './bases.js';
import type { Path, Report, Rule } from './rule.js';

const UNKNOWN: Readonly<Record<AllowanceRow['level'], string>> = { line: '2954', document: '3071' };
const MISPLACED: Readonly<Record<AllowanceRow['level'], string>> = {
  line: '4268',
  document: '4291',
};
const PLACE: Readonly<Record<AllowanceRow['level'], string>> = {
  line: 'de una línea: va en los descuentos globales',
  document: 'global: va en los descuentos de la línea',
};
/** Of facturas; SUNAT only observes it in a boleta, where it is a rule of this system. */
const PRODUCT: Readonly<Record<AllowanceRow['level'], string>> = { line: '3290', document: '3307' };

export const allowanceRules: Rule = (priced, _context, report) => {
  const { sale, lines } = priced;
  for (const [i, line] of lines.entries()) {
    const own = line.line.allowances;
    const basesOf = own.some(isStatedTwice) ? lineBases(line, sale.pricesIncludeTax) : undefined;
    for (const [j, allowance] of own.entries()) {
      const at = ['lines', i, 'allowances', j];
      if (!checkAllowance(allowance, 'line', at, report)) continue;
      checkAgreement(allowance, basesOf?.(allowance), { at, level: 'line', sale }, report);
      if (line.priceType === '02' && allowanceRow(allowance.code)?.effect === 'price') {
        report.fault(
          [...at, 'code'],
          'En una línea gratuita nada se paga: usa un descuento que afecte la base (código 00).',
        );
      }
    }
  }
  if (sale.allowances.length === 0) return;
  const basesOf = sale.allowances.some(isStatedTwice) ? documentBases(priced) : undefined;
  for (const [j, allowance] of sale.allowances.entries()) {
    const at = ['allowances', j];
    if (checkAllowance(allowance, 'document', at, report))
      checkAgreement(allowance, basesOf?.(allowance), { at, level: 'document', sale }, report);
  }
  checkTaxedBase(priced, report);
  checkWithholdings(priced, report);
};

/** Checks the code and level of one allowance; false when no further rule applies. */
function checkAllowance(
  allowance: Allowance,
  level: AllowanceRow['level'],
  at: Path,
  report: Report,
): boolean {
  const fault = misuse(allowance, level);
  if (fault === undefined) return true;
  report.fault([...at, fault.field], fault.text, fault.code);
  return false;
}

/** Reports a contradiction under every field that may be the wrong one. */
function checkAgreement(
  allowance: Allowance,
  bases: Bases | undefined,
  { at, level, sale }: { at: Path; level: AllowanceRow['level']; sale: Sale },
  report: Report,
): void {
  const found = bases && disagreement(allowance, bases);
  for (const field of found?.fields ?? [])
    report.fault(
      [...at, field],
      found?.text ?? '',
      sale.kind === 'factura' ? PRODUCT[level] : undefined,
    );
}

function misuse(
  { code, amount, factor }: Allowance,
  level: AllowanceRow['level'],
): { field: 'code' | 'amount'; text: string; code?: string } | undefined {
  const row = allowanceRow(code);
  if (row === undefined) {
    const text = `El código ${code} no está en el catálogo 53 de SUNAT.`;
    return { field: 'code', text, code: UNKNOWN[level] };
  }
  if (row.level !== level) {
    const text = `El código ${code} no es un descuento o cargo ${PLACE[level]}.`;
    return { field: 'code', text, code: MISPLACED[level] };
  }
  if (!row.offered) {
    const text = `El código ${code} no se admite aquí (${row.label}).`;
    return { field: 'code', text, code: MISPLACED[level] };
  }
  if (amount === undefined && factor === undefined) {
    const text = 'Indica el monto del descuento o cargo, o su factor.';
    return { field: 'amount', text };
  }
  return undefined;
}

/**
 * Codes 02 and 49 change only the taxed base (rules 3277, 3279): they are refused in a sale without
 * a taxed base, and when the discount exceeds it.
 */
function checkTaxedBase({ sale, lines }: PricedSale, report: Report): void {
  const at = sale.allowances.findIndex(({ code }) => code === '02' || code === '49');
  if (at < 0) return;
  const taxed = lines.filter(({ igv }) => isIgvOrIvap(igv.tax));
  if (taxed.length === 0) {
    const code = sale.allowances[at]?.code === '02' ? '03' : '50';
    report.fault(
      ['allowances', at, 'code'],
      `Sin líneas gravadas no hay base del IGV que modificar: usa el código ${code}.`,
      sale.kind === 'factura' ? '3279' : '4310',
    );
    return;
  }
  // only the NRUS may have several (3462)
  if (taxed.some(({ igv }) => igv.percent !== taxed[0]?.igv.percent))
    report.fault(
      ['allowances', at, 'code'],
      'Con líneas de tasas distintas no se sabe qué parte es de cada una: ponlo en las líneas.',
    );
  if (exceedsTaxedBase({ sale, lines }))
    report.fault(
      ['allowances', at, 'amount'],
      `El descuento global, ${centsText(taxedOff(sale))}, supera la base gravada, que sin IGV es ` +
        `${centsText(taxedBase(lines))}.`,
    );
}

/** Whether the discounts of the document on the taxed base leave less than nothing of it. */
export function exceedsTaxedBase({ sale, lines }: Pick<PricedSale, 'sale' | 'lines'>): boolean {
  const off = taxedOff(sale);
  return off > 0n && off > taxedBase(lines);
}

const taxedOff = (sale: Sale): Cents =>
  sum(sale.allowances, ({ code, amount }) => (code === '02' ? toCents(amount ?? '0') : 0n));

const taxedBase = (lines: readonly PricedLine[]): Cents =>
  sum(lines, ({ igv, value }) => (isIgvOrIvap(igv.tax) ? value : 0n));

/** Checks FISE (45), withheld IGV (62) and withheld second-category income tax (63). */
function checkWithholdings({ sale, allowances, totals }: PricedSale, report: Report): void {
  for (const [j, { code }] of sale.allowances.entries()) {
    const earlier = sale.allowances.slice(0, j).filter((one) => one.code === code).length;
    const priced = allowances.filter((one) => one.code === code)[earlier];
    const empty = priced === undefined || priced.amount === 0n || priced.base === 0n;
    if (code === '45' && empty)
      report.fault(
        ['allowances', j, 'amount'],
        'El FISE debe tener base y monto mayores que cero.',
        '3092',
      );
    if (code === '62' && sale.client.documentType !== '6') {
      report.fault(
        ['allowances', j, 'code'],
        'La retención del IGV requiere un cliente con RUC.',
        '3262',
      );
    }
    if (code === '62' && priced !== undefined) checkIgvRetention(priced, totals.payable, j, report);
    if (code === '63' && sale.operation !== '2002') {
      report.fault(
        ['allowances', j, 'code'],
        'La retención de renta de segunda categoría requiere el tipo de operación 2002.',
        '3317',
      );
    }
    if (code === '63' && empty)
      report.fault(
        ['allowances', j, 'base'],
        'La retención de renta de segunda categoría requiere base y monto.',
        '3318',
      );
  }
}

function checkIgvRetention(
  { base, amount, factor }: PricedAllowance,
  payable: Cents,
  j: number,
  report: Report,
): void {
  const at = ['allowances', j];
  if (amount === 0n)
    report.fault([...at, 'amount'], 'La retención del IGV debe ser mayor que cero.', '2968');
  else if (base > payable)
    report.fault(
      [...at, 'base'],
      `La base de la retención del IGV, ${centsText(base)}, supera el importe total, con IGV: ` +
        `${centsText(payable)}.`,
      '3264',
    );
  else if (amount > base || factor === undefined) {
    report.fault(
      [...at, 'amount'],
      `El monto de la retención del IGV debe ser su base, ${centsText(base)}, por la tasa, y ` +
        `llegó ${centsText(amount)}.`,
      '3263',
    );
  }
}
