/**
 * Checks that the sent factor, base and amount of a discount or charge agree. SUNAT's tolerance of
 * S/ 1.00 (3290, 3307) would let a contradiction pass.
 */
import { TOLERANCE } from '../allowances.js';
import { centsText, divide, ONE, part, scaledText, toCents, toScaled } from '../money.js';
import type { Cents, Scaled } from '../priced.js';
import type { Allowance } from '../sale.js';

/** The amounts that a discount or charge may be a share of. */
export interface Bases {
  /** The usual base first. */
  own: readonly Cents[];
  /** The same bases with IGV, for codes that require them without; otherwise none. */
  gross: readonly Cents[];
  /** Whether a base that no amount confirms must be one of them. */
  binding: boolean;
  /**
   * How far a till that rounds each unit or line may miss the bases: those within it count as
   * equal.
   */
  slack: Cents;
}

export interface Disagreement {
  fields: readonly ('factor' | 'base' | 'amount')[];
  text: string;
}

/** The sent values; zero counts as not sent. */
interface Given {
  code: string;
  /**
   * The readings of the factor: two for a `porcentaje` up to 1 whose unit is unknown, otherwise at
   * most one.
   */
  factors: readonly Factor[];
  base: Cents | undefined;
  amount: Cents | undefined;
}

interface Factor {
  value: Scaled;
  /** Half a unit of its last decimal. */
  rounding: Scaled;
}

/**
 * A factor with at least this many decimals counts as rounded: 12.63 % is 0.1263. One with fewer
 * may have lost zeros, because JSON writes 12.50 as 12.5.
 */
const ROUNDED_PLACES = 4;

/** Whether at least two of factor, base and amount were sent, so that they can be compared. */
export const isStatedTwice = ({ factor, share, base, amount }: Allowance): boolean =>
  base !== undefined || (amount !== undefined && (factor ?? share) !== undefined);

export function disagreement(allowance: Allowance, bases: Bases): Disagreement | undefined {
  const given = givenIn(allowance);
  const { base, amount, factors } = given;
  if (base !== undefined)
    return wrongBase(given, base, bases) ?? wrongProduct(given, [base], bases);
  if (amount === undefined || factors.length === 0) return undefined;
  return wrongProduct(given, bases.own, bases);
}

function givenIn({ code, factor, share, base, amount }: Allowance): Given {
  const factors = factor !== undefined ? [factorOf(factor, 0)] : [];
  if (share !== undefined) factors.push(factorOf(share, 0), factorOf(share, 2));
  const [ownBase, ownAmount] = [base, amount].map((one) =>
    one === undefined ? undefined : toCents(one),
  );
  return {
    code,
    factors: factors.filter(({ value }) => value > 0n),
    base: ownBase === 0n ? undefined : ownBase,
    amount: ownAmount,
  };
}

/** @param shift by how many places the point moves: 2 for a percent */
function factorOf(text: string, shift: number): Factor {
  const places = (text.split('.')[1]?.length ?? 0) + shift;
  return {
    value: divide(toScaled(text), 10n ** BigInt(shift)),
    rounding: ONE / (2n * 10n ** BigInt(Math.max(places, ROUNDED_PLACES))),
  };
}

function wrongBase(given: Given, base: Cents, bases: Bases): Disagreement | undefined {
  const near = (one: Cents): boolean => one - base <= bases.slack && base - one <= bases.slack;
  if (bases.own.some(near)) return undefined;
  const [usual = 0n] = bases.own;
  const at = bases.gross.findIndex(near);
  if (at >= 0)
    return disagreed(
      ['base'],
      `La base ${centsText(base)} es el importe con IGV y el código ${given.code} la quiere ` +
        `sin IGV: ${centsText(bases.own[at] ?? usual)}. Envía la base y el monto sin IGV.`,
    );
  const right = rightBase(given, base, bases);
  if (right === undefined) return undefined;
  return disagreed(
    ['base'],
    `La base debería ser ${centsText(right)}${withoutIgv(bases)} y llegó ${centsText(base)}. ` +
      'Si el descuento o cargo es sobre otra base, envía también su monto.',
  );
}

/** Codes that want amounts without IGV have alternatives with it. */
const withoutIgv = ({ gross }: Bases): string => (gross.length > 0 ? ' sin IGV' : '');

/** The base that was probably meant, when the other sent values do not confirm the given one. */
function rightBase(given: Given, base: Cents, { own, slack, binding }: Bases): Cents | undefined {
  const { amount, factors } = given;
  if (factors.length === 0) return undefined;
  if (amount === undefined) return binding ? own[0] : undefined;
  return fits(given, [base], slack) ? undefined : own.find((one) => fits(given, [one], slack));
}

function wrongProduct(given: Given, own: readonly Cents[], bases: Bases) {
  const { amount, factors, code } = given;
  const [base = 0n] = own;
  if (amount === undefined) return undefined;
  const [factor] = factors;
  if (factor === undefined) return given.base === undefined ? undefined : beyondBase(given);
  if (fits(given, own, bases.slack)) return undefined;
  const without = withoutIgv(bases);
  const right = centsText(part(base, factor.value));
  if (given.base === undefined && fits(given, bases.gross, bases.slack))
    return disagreed(
      ['amount'],
      `El monto ${centsText(amount)} es con IGV y el código ${code} lo quiere sin IGV: ${right}.`,
    );
  // another amount of the sale would confirm the values: then the base may be wrong
  const other = given.base !== undefined && fits(given, bases.own, bases.slack);
  return disagreed(
    other ? ['amount', 'factor', 'base'] : ['amount', 'factor'],
    `El ${scaledText(factor.value * 100n)} % de ${centsText(base)}${without} es ${right} y el ` +
      `monto enviado es ${centsText(amount)}: corrige uno ${other ? 'de los tres' : 'de los dos'}.`,
  );
}

function beyondBase({ amount = 0n, base = 0n }: Given): Disagreement | undefined {
  if (amount <= base) return undefined;
  return disagreed(
    ['amount', 'base'],
    `El monto ${centsText(amount)} supera su base, ${centsText(base)}: corrige uno de los dos.`,
  );
}

const disagreed = (fields: Disagreement['fields'], text: string): Disagreement => ({
  fields,
  text,
});

/**
 * Whether a factor times one of the bases is the amount, except for rounding. A till that rounds
 * each unit or line misses the amount by at most as much as it misses the base.
 */
function fits({ amount = 0n, factors }: Given, bases: readonly Cents[], slack: Cents): boolean {
  const missed = (slack < TOLERANCE ? slack : TOLERANCE) * ONE;
  return bases.some((base) =>
    factors.some(({ value, rounding }) => {
      const gap = amount * ONE - base * value;
      return (gap < 0n ? -gap : gap) <= missed + base * rounding;
    }),
  );
}
