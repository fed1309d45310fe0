/** What the rules of another day say of an issued sale, and those of its own day do not. */
import { successorRate } from '../catalogues/rates.js';
import { check } from '../check.js';
import { toScaled } from '../money.js';
import type { Cents, PricedSale } from '../priced.js';
import type { CheckContext, Findings, Path } from '../rules/rule.js';
import type { DateText, Line, Sale } from '../sale.js';
import { price } from '../totals.js';
import { onDay } from './onDay.js';

/** 'dearer': the client pays more, or more of the same price is tax. */
export type Effect = 'refused' | 'observed' | 'dearer';

export interface SaleChange {
  effect: Effect;
  /** SUNAT's code; absent for a rule of this system, and for a price. */
  code?: string;
  /** The field of the `Sale`, without the number of the line: lines.igvPercent. */
  field: string;
  /** The line that it is about; absent when it is about the whole sale. */
  line?: Line;
  text: string;
  /** What is paid or taxed more; 0 for the other effects. */
  extra: Cents;
}

/** The amounts of the sale as issued. */
export interface Issued {
  payable: Cents;
  taxes: Cents;
}

export function reviewSale(
  sale: Sale,
  day: DateText,
  issuer: CheckContext['issuer'],
  issued: Issued,
): SaleChange[] {
  const then = priceAndCheck(onDay(sale, day), issuer);
  if (isUnchanged(then, issued)) return [];
  // only now: most sales are the same on both days
  const now = priceAndCheck(sale, issuer);
  const news = newFindings(now.found, then.found, sale);
  const rerated = withSuccessors(then.priced.sale, sale.issueDate);
  const dearer = rerated
    ? pricier(now.priced, price(rerated.sale), rerated.percent)
    : pricier(now.priced, then.priced);
  return [...news, ...dearer];
}

interface CheckedSale {
  priced: PricedSale;
  found: Findings;
}

/** Checks a sale as on its own day, because the deadline for sending is not under review. */
function priceAndCheck(sale: Sale, issuer: CheckContext['issuer']): CheckedSale {
  const priced = price(sale);
  return { priced, found: check(priced, { today: sale.issueDate, issuer }) };
}

function isUnchanged({ priced, found }: CheckedSale, { payable, taxes }: Issued): boolean {
  const { totals } = priced;
  return (
    found.faults.length === 0 &&
    found.warnings.length === 0 &&
    totals.payable === payable &&
    totals.taxes === taxes
  );
}

/** What is found on the later day alone; a former warning that is now a fault counts as new. */
function newFindings(now: Findings, then: Findings, { lines }: Sale): SaleChange[] {
  const isNew = (old: readonly Finding[], own: Finding) =>
    !old.some((each) => keyOf(each) === keyOf(own));
  return [
    ...then.faults
      .filter((each) => isNew(now.faults, each))
      .map((each) => changeOf('refused', each, lines)),
    ...then.warnings
      .filter((each) => isNew(now.warnings, each))
      .map((each) => changeOf('observed', each, lines)),
  ];
}

interface Finding {
  at: Path;
  code?: string;
  text: string;
}

const keyOf = ({ at, code }: Finding): string => `${at.join('.')} ${code}`;

function changeOf(effect: Effect, { at, code, text }: Finding, lines: readonly Line[]): SaleChange {
  const line = at[0] === 'lines' ? lines[at[1] as number] : undefined;
  return {
    effect,
    ...(code === undefined ? {} : { code }),
    field: at.filter((part) => typeof part === 'string').join('.'),
    ...(line === undefined ? {} : { line }),
    text,
    extra: 0n,
  };
}

/** The sale with the rates that replace its own; undefined when none of them has ended. */
function withSuccessors(sale: Sale, before: DateText): { sale: Sale; percent: string } | undefined {
  let percent: string | undefined;
  const lines = sale.lines.map((line) => {
    if (line.igvPercent === undefined) return line;
    const next = successorRate(toScaled(line.igvPercent), before, sale.issueDate);
    percent = next ?? percent;
    return next === undefined ? line : { ...line, igvPercent: next };
  });
  return percent === undefined ? undefined : { sale: { ...sale, lines }, percent };
}

/** The lines that cost more, or whose tax is more of the same price. */
function pricier(now: PricedSale, then: PricedSale, percent?: string): SaleChange[] {
  const rate = percent === undefined ? '' : ` con la tasa de ${percent} %`;
  return then.lines.flatMap((line, i): SaleChange[] => {
    const before = now.lines[i];
    if (before === undefined) return [];
    const paid = line.total - before.total;
    const taxed = line.taxes - before.taxes;
    if (paid <= 0n && taxed <= 0n) return [];
    const text =
      paid > 0n
        ? `El cliente paga más${rate}: al precio se le suman más tributos.`
        : `El cliente paga lo mismo${rate}, y una parte mayor es impuesto.`;
    const extra = paid > 0n ? paid : taxed;
    return [{ effect: 'dearer', field: 'lines', line: line.line, text, extra }];
  });
}
