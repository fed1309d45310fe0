/** The rate of a gift is that of other lines only where nothing else says it. */
import { expect, test } from '@jest/globals';
import { aLine, aSale } from '../testing/aSale.js';
import { scaledText } from './money.js';
import { withStatedRates } from './statedRates.js';
import { price } from './totals.js';

type Given = [affectation: string, percent?: string];

const saleOf = (operation: string, given: Given[]) =>
  aSale({
    operation,
    lines: given.map(([affectation, igvPercent]) =>
      aLine({ affectation, ...(igvPercent && { igvPercent }) }),
    ),
  });

test.each<[string, Given[], string[]]>([
  ['0101', [['10'], ['15', '10.5']], ['10.5', '10.5']],
  ['0101', [['10'], ['15', '0'], ['20']], ['18', '0', '0']],
  ['0101', [['15', '18'], ['10', '10.5'], ['10']], ['18', '10.5', '10.5']],
  ['0101', [['15', '0'], ['11', '10.5'], ['10']], ['0', '10.5', '10.5']],
  ['0113', [['10'], ['15', '18']], ['0', '18']],
  ['0113', [['10'], ['15', '0'], ['15']], ['0', '0', '18']],
])('in an operation %s lines of %j have the rates %j', (operation, given, percents) => {
  const { lines } = price(withStatedRates(saleOf(operation, given)));
  expect(lines.map(({ igv }) => scaledText(igv.percent))).toEqual(percents);
});

test('a sale whose lines say all stays as it is', () => {
  const sale = saleOf('0101', [['10', '18'], ['15', '18'], ['10']]);
  expect(withStatedRates(sale)).toBe(sale);
});
