/** Adds up the rows of a paper as a person with a calculator would, knowing nothing of its sale. */

type Rows = readonly (readonly string[])[];

const AMOUNT = /^(?:(?:S\/|US\$|€) ?)?(-?[\d,]+\.\d\d)$/;
const MONEY = /^(?:S\/|US\$|€) ?-?[\d,]+\.\d\d$/;
const HEAD = /^(Importe|Valor de venta)$/;
const WORDS = /^SON .*CON \d\d\/100/;
const PRODUCT = /^([\d,.]+) \S+ × ([\d,.]+)$/;
const BASE = /^Op\. (?!gratuitas)/;
const GIFTS = /^Op\. gratuitas/;
const TAX = /^(IGV|IVAP|ISC|ICBPER|Otros tributos)/;
const CHANGE = /^(Descuento|Cargo|Otros (?!trib)|Recargo|FISE|Retención de renta|Anticipo)/;
/** In prices without taxes, those that stand above the bases. */
const CHANGES_BASE = /^(Descuento|Cargo|Anticipos sin)/;

const cents = (text: string) => BigInt((AMOUNT.exec(text)?.[1] ?? '').replaceAll(/[,.]/g, ''));

/** @returns what does not add up, in words */
export function brokenSums(rows: Rows): string[] {
  const head = rows.findIndex((row) => HEAD.test(row.at(-1) ?? ''));
  const end = rows.findIndex(
    (row, at) => at > head && row.some((cell) => MONEY.test(cell) || WORDS.test(cell)),
  );
  const lines = rows.slice(head + 1, end);
  const found = [...wrongProducts(lines)];
  const sum = total(lines.flatMap((row) => (AMOUNT.test(row.at(-1) ?? '') ? [row.at(-1)] : [])));
  const totals = totalsOf(rows.slice(end));
  const of = (label: RegExp) =>
    totals.filter(([name]) => label.test(name)).map(([, amount]) => amount);
  const payable = total(of(/^IMPORTE TOTAL$/));
  const start = of(/^Subtotal/);
  const [bases, taxes] = [total(of(BASE)), total(of(TAX))];
  const equal = (what: string, one: bigint, other: bigint) => {
    if (one !== other) found.push(`${what}: ${one} and ${other}`);
  };
  const gifts = lines.filter((row) => row.includes('Transferencia gratuita'));
  equal('gifts and their row', -total(gifts.map((row) => row.at(-1))), total(of(GIFTS)));
  if (start.length > 0) equal('lines and subtotal', sum, total(start));
  if (rows[head]?.at(-1) === 'Importe')
    equal('lines with changes, and payable amount', sum + total(of(CHANGE)), payable);
  else {
    const aboveBases = total(of(CHANGES_BASE));
    equal('lines with changes, and bases', sum + aboveBases, bases);
    equal('bases with taxes, and payable', bases + taxes + total(of(CHANGE)) - aboveBases, payable);
  }
  return found;
}

const total = (amounts: readonly (string | undefined)[]): bigint =>
  amounts.reduce((sum, amount) => sum + cents(amount ?? ''), 0n);

/** Labels with the amount at their right, wherever they stand in a row. */
const totalsOf = (rows: Rows): [label: string, amount: string][] =>
  rows.flatMap((row) =>
    row.flatMap((cell, at): [string, string][] => {
      const amount = row[at + 1];
      return amount && MONEY.test(amount) ? [[cell, amount]] : [];
    }),
  );

/** The rows of a line whose amount is not quantity by price, by more than half a céntimo. */
const wrongProducts = (lines: Rows): string[] =>
  lines.flatMap((row) => {
    const [, quantity, price] =
      PRODUCT.exec(row[0] ?? '') ?? (row.length >= 5 ? ['', row[0], row.at(-2)] : []);
    if (!quantity || !price || HEAD.test(row.at(-1) ?? '')) return [];
    const product = Number(quantity.replaceAll(',', '')) * Number(price.replaceAll(',', ''));
    const gap = product * 100 - Number(cents(row.at(-1) ?? ''));
    return Math.abs(gap) <= 0.51 ? [] : [`${row.join(' | ')}: off by ${gap} céntimos`];
  });
