/** Tests the sentences about a restoration. */
import { expect, test } from '@jest/globals';
import { rebuiltLines } from './restoration.js';

test('a single document is told in the singular', () => {
  const none = { withoutReference: 0, resumed: 0, series: [], failed: [] };
  expect(rebuiltLines({ documents: 1, signed: 1, settled: 0, ...none })).toEqual([
    'Del diario: 1 comprobante; 1 firmado y 0 con su constancia',
  ]);
});
