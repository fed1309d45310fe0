/**
 * Makes random valid sales from a seed, with every affectation, tax, discount, charge and advance,
 * alone and mixed.
 */
import { isIgvOrIvap } from '../src/catalogues/taxes.js';
import { centsText, toCents } from '../src/money.js';
import type { Cents } from '../src/priced.js';
import type { Allowance, Line, Sale } from '../src/sale.js';
import { price } from '../src/totals.js';
import { aFactura, aLine, aSale } from './aSale.js';

const FLAVOURS = ['plain', 'plain', 'mixed', 'mixed', 'mixed', 'export', 'rice', 'nrus'] as const;
type Flavour = (typeof FLAVOURS)[number];

const OPERATION = {
  plain: '0101',
  mixed: '0101',
  rice: '0101',
  export: '0200',
  nrus: '0113',
} as const;
const MIXED = [
  '10',
  '10',
  '10',
  '10',
  '20',
  '30',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '21',
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '37',
] as const;
const PAID = ['10', '17', '20', '30', '40'];
const TAXED = ['10', '17'];

export interface RandomSource {
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  between(low: number, high: number, places: number): string;
}

/** A pseudorandom source: the same seed gives the same values (mulberry32). */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    between: (low, high, places) => (low + next() * (high - low)).toFixed(places),
  };
}

export function randomSale(dice: RandomSource): Sale {
  const { chance, pick, between } = dice;
  const flavour = pick(FLAVOURS);
  const size = chance(0.02) ? between(60, 120, 0) : between(1, 7, 0);
  const igvPercent = flavour === 'plain' && chance(0.1) ? '10.5' : undefined;
  const lines = Array.from({ length: Number(size) }, () => randomLine(dice, flavour, igvPercent));
  const own = { operation: OPERATION[flavour], lines, pricesIncludeTax: chance(0.6) };
  const sale = flavour !== 'nrus' && chance(0.5) ? aFactura(own) : aSale(own);
  if (flavour === 'export')
    sale.client = { documentType: '7', document: 'AB123456', name: 'John Smith' };
  if (chance(0.1)) {
    sale.currency = 'USD';
    for (const line of lines) if (line.icbper !== undefined) line.icbper = { perBag: '0.14' };
  }
  addAllowances(sale, dice);
  addAdvances(sale, dice);
  return sale;
}

function randomLine(dice: RandomSource, flavour: Flavour, igvPercent: string | undefined): Line {
  const { chance, pick, between } = dice;
  const affectation = { plain: '10', export: '40', rice: '17', nrus: '10', mixed: pick(MIXED) }[
    flavour
  ];
  const bag = flavour !== 'nrus' && chance(0.08);
  const quantity = bag || chance(0.6) ? between(1, 20, 0) : between(0.1, 40, pick([1, 3, 4]));
  const unitPrice = between(chance(0.3) ? 1.5 : 5, chance(0.1) ? 9000 : 90, pick([2, 2, 2, 4, 6]));
  const line = aLine({ affectation, quantity, unitPrice });
  if (igvPercent !== undefined) line.igvPercent = igvPercent;
  if (bag) line.icbper = {};
  if (['10', '15', '20', '30'].includes(affectation) && flavour !== 'nrus' && chance(0.08)) {
    line.isc = pick([
      { system: '01', percent: between(1, 50, 1) },
      { system: '02', amount: '0.10' },
      { system: '03', percent: '17', amount: '0.12' },
    ]);
  }
  if (chance(0.1)) line.allowances.push(discount('00', dice));
  if (chance(0.05)) line.allowances.push({ code: '47', amount: between(0.1, 3, 2) });
  if (!PAID.includes(affectation)) return line;
  if (chance(0.05)) line.allowances.push(discount('01', dice));
  if (chance(0.05)) line.allowances.push({ code: '48', amount: between(0.1, 3, 2) });
  return line;
}

function discount(code: string, { chance, between }: RandomSource): Allowance {
  if (chance(0.5)) return { code, factor: between(0.01, 0.3, 4) };
  return chance(0.5)
    ? { code, amount: between(0.01, 0.04, 2) }
    : { code, base: '10', factor: '0.004', amount: '0.04' };
}

function addAllowances(sale: Sale, { chance, between }: RandomSource): void {
  const taxed = sale.lines.some(({ affectation }) => TAXED.includes(affectation));
  if (taxed && chance(0.12))
    sale.allowances.push({
      code: '02',
      ...(chance(0.5) ? { factor: between(0.01, 0.3, 3) } : { amount: share(baseOf(sale), 0.3) }),
    });
  if (taxed && chance(0.04)) sale.allowances.push({ code: '49', amount: between(1, 30, 2) });
  if (chance(0.08))
    sale.allowances.push({
      code: '03',
      ...(chance(0.5) ? { factor: between(0.01, 0.2, 3) } : { amount: share(baseOf(sale), 0.2) }),
    });
  if (chance(0.04)) sale.allowances.push({ code: '46', factor: '0.1' });
  if (chance(0.04)) sale.allowances.push({ code: '50', amount: between(0.1, 10, 2) });
}

/** Adds one or two advances for all or part of the sale; some come with their deduction. */
function addAdvances(sale: Sale, { chance, between }: RandomSource): void {
  if (!chance(0.12) || !sale.lines.some(({ affectation }) => PAID.includes(affectation))) return;
  const { payable, subtotals } = price(sale).totals;
  if (payable < 100n) return;
  const [documentType, series] = sale.kind === 'factura' ? ['02', 'F001'] : ['03', 'B001'];
  const part = Number(between(0.05, 0.49, 2));
  const amounts = chance(0.1)
    ? [centsText(payable)]
    : chance(0.5)
      ? [share(payable, part)]
      : [share(payable, part), share(payable, part)];
  sale.advances = amounts.map((amount, i) => ({
    documentType,
    document: `${series}-${i + 1}`,
    amount,
  }));
  const [first, second] = subtotals;
  if (first?.tax !== '1000' || second !== undefined || amounts.length > 1 || chance(0.5)) return;
  const net = Number(amounts[0]) / (1 + Number(first.amount) / Number(first.base));
  if (toCents(net.toFixed(2)) <= first.base)
    sale.allowances.push({ code: '04', amount: net.toFixed(2) });
}

function baseOf(sale: Sale): Cents {
  return price(sale).totals.subtotals.find(({ tax }) => isIgvOrIvap(tax))?.base ?? 0n;
}

function share(amount: Cents, part: number): string {
  return ((Number(amount) * part) / 100).toFixed(2);
}
