/**
 * The totals of thousands of random sales satisfy SUNAT's rules, recomputed with decimal.js. A
 * failure prints the seed of its sale.
 */
import { expect, test } from '@jest/globals';
import { CONTEXT } from '../testing/aSale.js';
import { randomSale, seededRandom } from '../testing/randomSale.js';
import { brokenRules } from '../testing/workbook.js';
import { check } from './check.js';
import { times, toCents, toScaled } from './money.js';
import { price } from './totals.js';

const SALES = Number(process.env.RAFAGA_ORACLE_SALES ?? 5_000);
const FIRST_SEED = Number(process.env.RAFAGA_ORACLE_SEED ?? 1);

test(`${SALES} random sales break none of SUNAT’s totals rules and none of this system’s`, () => {
  const broken: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SALES; seed += 1) {
    const sale = randomSale(seededRandom(seed));
    const priced = price(sale);
    const rules = brokenRules(priced, 0.1);
    const { faults } = check(priced, CONTEXT);
    if (rules.length > 0 || faults.length > 0)
      broken.push(`seed ${seed}: ${rules.join(', ')} ${JSON.stringify(faults)}`);
  }
  expect(broken.slice(0, 5)).toEqual([]);
}, 120_000);

test('prices with tax, no discounts: each line costs quantity times shelf price', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const sale = {
      ...randomSale(seededRandom(seed)),
      pricesIncludeTax: true,
      allowances: [],
      advances: [],
    };
    sale.lines = sale.lines.map((line) => ({ ...line, allowances: [] }));
    for (const { line, quantity, total, icbper, priceType } of price(sale).lines) {
      const shelf = priceType === '02' ? 0n : times(toScaled(line.unitPrice), quantity);
      expect(total).toBe(shelf + (icbper?.amount ?? 0n));
    }
  }
});

test('500 lines of any price keep the sum of shelf prices and the total tax', () => {
  for (const unitPrice of ['0.05', '0.30', '1.00', '0.99', '3.33', '0.07', '12.345', '0.1']) {
    for (const pricesIncludeTax of [true, false]) {
      for (const igvPercent of ['18', '10.5']) {
        const sale = randomSale(seededRandom(1));
        const line = {
          description: 'x',
          unit: 'NIU',
          quantity: '1',
          unitPrice,
          affectation: '10',
          igvPercent,
          allowances: [],
        };
        const priced = price({
          ...sale,
          operation: '0101',
          lines: Array.from({ length: 500 }, () => line),
          allowances: [],
          advances: [],
          pricesIncludeTax,
        });
        const unlawful = unitPrice === '0.07' && igvPercent === '10.5';
        if (!unlawful) expect(brokenRules(priced)).toEqual([]);
        if (pricesIncludeTax) expect(priced.totals.payable).toBe(500n * toCents(unitPrice));
      }
    }
  }
});
