import { expect, test } from '@jest/globals';
import { faultsToErrores, wirePath } from './wirePath.js';

test.each([
  [[], '_general'],
  [['series'], 'serie'],
  [['client', 'document'], 'cliente.num_doc'],
  [['lines', 3, 'quantity'], 'items.3.cantidad'],
  [['lines', 3], 'items.3'],
  [['lines', 0, 'allowances', 1, 'factor'], 'items.0.descuentos.1.factor'],
  [['lines', 0, 'isc', 'percent'], 'items.0.porcentaje_isc'],
  [['lines', 0, 'isc'], 'items.0.isc'],
  [['lines', 0, 'icbper', 'perBag'], 'items.0.factor_icbper'],
  [['instalments', 0, 'dueDate'], 'cuotas.0.fecha_pago'],
  [['advances', 2, 'amount'], 'anticipos.2.monto'],
  [['detraction', 'goods'], 'detraccion.cod_bien'],
  [['nothing', 'known'], '_general'],
  [['lines', 1, 'constructor'], 'items.1'],
])('%j is %s on the wire', (at, path) => {
  expect(wirePath(at as (string | number)[])).toBe(path);
});

test('faults of the fiscal rules are grouped by field', () => {
  const faults = [
    { at: ['client'], text: 'uno' },
    { at: ['client'], text: 'dos' },
    { at: [], text: 'tres' },
  ];
  expect(faultsToErrores(faults)).toEqual({ cliente: ['uno', 'dos'], _general: ['tres'] });
});
