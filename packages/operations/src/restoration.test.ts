/** Tests the sentences about a restoration. */
import { expect, test } from '@jest/globals';
import { askedLines, rebuiltLines } from './restoration.js';

test('a single document is told in the singular', () => {
  const none = { withoutReference: 0, resumed: 0, series: [], failed: [] };
  expect(rebuiltLines({ documents: 1, signed: 1, settled: 0, ...none })).toEqual([
    'Del diario: 1 comprobante; 1 firmado y 0 con su constancia',
  ]);
});

test('what became of lost files is told by its kind', () => {
  const rebuilt = { documents: 0, signed: 0, settled: 0, withoutReference: 0, resumed: 0 };
  const lost = { lost: 1, example: 'packs/a.zip', failed: 'EIO' };
  const since = '2026-11-28T05:00:00.000Z';
  const files = { since, signedAgain: 1_200, cdrs: [7, 8], boletaCdrs: 1, ...lost };
  expect(rebuiltLines({ ...rebuilt, series: [], failed: [], files }).slice(1)).toEqual([
    'No se pudieron examinar todos los archivos: EIO',
    'XML firmados que faltaban, rehechos con los mismos bytes: 1,200',
    'Constancias de facturas que faltan: 2; las pide preguntar',
    'Constancias de boletas que faltan: 1; SUNAT no las vuelve a dar',
    'Archivos que faltan y no se pueden rehacer: 1, como packs/a.zip',
    'Archivos examinados: los de comprobantes desde el 2026-11-28',
  ]);
  const cdrs = { restored: 3, lost: { 'SUNAT no la dio': 4 } };
  expect(askedLines({ series: [], cdrs })).toEqual([
    'Constancias que faltaban y SUNAT volvió a dar: 3',
    'Constancias que siguen faltando: 4; SUNAT no la dio',
  ]);
});
