/** A request becomes a sale, or every fault is reported under the name that the caller used. */
import { expect, test } from '@jest/globals';
import type { Kind } from '@rafaga/fiscal';
import fc from 'fast-check';
import { changed, FAULTS } from '../testing/faults.js';
import { CONTRACT } from './contract.js';
import { aBody } from './examples.js';
import { parseIssue } from './parse.js';
import { type Errores, Invalid, Refusal } from './refusal.js';

const settings = { pricesIncludeTax: true };

/** The faults for which a body is refused; none when it is accepted. */
function errores(
  body: unknown,
  kind: Kind = 'boleta',
  key: string | undefined = 'venta-1',
): Errores {
  try {
    parseIssue(kind, key, body, settings);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return error.errores;
    throw error;
  }
}

test.each(['boleta', 'factura'] as const)('the example of a %s is accepted', (kind) => {
  const { key, hash, sale } = parseIssue(kind, 'venta-1', aBody(kind), settings);
  expect({ key, bytes: hash.length, kind: sale.kind }).toEqual({ key: 'venta-1', bytes: 32, kind });
});

test.each([
  ['0200', '0'],
  ['0401', '7'],
  ['0112', '1'],
  ['2106', '7'],
])('a factura of operation %s may be for a client without a RUC', (tipo_operacion, tipo_doc) => {
  const cliente = { ...aBody('factura').cliente, tipo_doc, num_doc: '12345678' };
  expect(errores({ ...aBody('factura'), tipo_operacion, cliente }, 'factura')).toEqual({});
  expect(
    Object.keys(errores({ ...aBody('factura'), tipo_operacion: '0101', cliente }, 'factura')),
  ).toContain('cliente.tipo_doc');
});

test('an object that has no text is a fault in every field, and in lists', () => {
  const textless = JSON.parse('{"toString":1,"valueOf":1}');
  for (const kind of ['boleta', 'factura'] as const) {
    const { extras: _, ...fields } = CONTRACT[kind].described.keys ?? {};
    for (const [name, { keys, items }] of Object.entries(fields)) {
      const inside = Object.keys(keys ?? items?.[0]?.keys ?? {});
      for (const value of [textless, [textless]]) {
        const all = Object.fromEntries(inside.map((key) => [key, value]));
        for (const sent of [value, all, [all, all]])
          expect(errores({ ...aBody(kind), [name]: sent }, kind)).not.toEqual({});
      }
    }
  }
});

test.each([null, [], 'texto', 5, true, undefined])('a body %j is refused', (body) => {
  expect(() => parseIssue('boleta', 'k', body, settings)).toThrow(new Refusal('body_not_object'));
});

test.each([undefined, '', '-a', 'á', 'a b', 'a'.repeat(129), 'a/b', 'uno, dos'])(
  'the reference %j is refused under its header',
  (key) => {
    expect(Object.keys(errores(aBody(), 'boleta', key))).toEqual(
      key === undefined ? [] : ['Idempotency-Key'],
    );
    expect(() => parseIssue('boleta', key, aBody(), settings)).toThrow(Invalid);
  },
);

test.each(['a', '9', 'a'.repeat(128), 'Venta:2026_03-15.1'])(
  'the reference %s is accepted',
  (key) => {
    expect(errores(aBody(), 'boleta', key)).toEqual({});
  },
);

test.each(FAULTS)('a %s with %s %j has the message: %s', (kind, path, value, says, key = path) => {
  const base =
    path === 'detraccion' && kind === 'factura'
      ? { ...aBody(kind), tipo_operacion: '0101' }
      : aBody(kind);
  const found = errores(changed(base, path, value), kind);
  expect(Object.keys(found)).toContain(key);
  expect(found[key]?.join(' ')).toContain(says);
});

test.each([
  ['items.0.descripcion', '\u200b', 'en blanco'],
  ['items.0.descripcion', ' \u2060\u3164 ', 'en blanco'],
  ['cliente.razon_social', '\u00ad\u00ad\u00ad', 'en blanco'],
  ['guias', [{ tipo_doc: '09', nro_doc: '\u200b\u200d' }], 'sin espacios', 'guias.0.nro_doc'],
])('%s of characters that print nothing, %j, is refused', (path, value, says, key = path) => {
  const found = errores(changed(aBody(), path, value));
  expect(Object.keys(found)).toEqual([key]);
  expect(found[key]?.join(' ')).toContain(says);
});

test('an optional text of characters that print nothing counts as absent', () => {
  const body = changed(aBody(), 'cliente.direccion', '\u200b\u2060');
  const { sale } = parseIssue('boleta', 'k', body, { pricesIncludeTax: true });
  expect(sale.client.address).toBeUndefined();
});

test('an empty text for a needed field is one fault, and one beside its other name too', () => {
  const percepcion = { cod_regimen: '', monto: '', mto: 1, base: 50 };
  const found = errores({ ...aBody(), percepcion });
  expect(found).toEqual({
    'percepcion.cod_regimen': ['Envía el régimen de percepción: es un dato obligatorio.'],
    'percepcion.monto': [expect.stringContaining('envía null u omite el campo')],
  });
});

/** Faults of different fields, any number of which a test can combine. */
const SEPARATE = FAULTS.filter(
  ([kind, path, value, , key]) =>
    kind === 'boleta' &&
    key === undefined &&
    value !== undefined &&
    path.includes('.') === (path !== 'serie'),
).filter(
  ([, path], index, all) =>
    path !== 'items' &&
    path !== 'cliente' &&
    !path.startsWith('items.1') &&
    all.findIndex(([, other]) => other === path) === index,
);

test('all broken fields are reported together', () => {
  fc.assert(
    fc.property(fc.subarray(SEPARATE, { minLength: 1 }), (broken) => {
      const body = broken.reduce<object>(
        (sale, [, path, value]) => changed(sale, path, value),
        aBody(),
      );
      const found = Object.keys(errores(body, 'boleta', '¡'));
      expect(found.sort()).toEqual(['Idempotency-Key', ...broken.map(([, path]) => path)].sort());
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['correlativo', null],
  ['fecha_vencimiento', null],
  ['fecha_vencimiento', '9999-12-31'],
  ['cod_local', null],
  ['observacion', ''],
  ['cliente.direccion', ''],
  ['cliente.telefono', ''],
  ['items.0.codigo', ''],
  ['cuotas', []],
  ['enviar_automatico', true],
  ['items.0.precio_unitario', 0],
  ['items.0.cantidad', 1e-10],
  ['items.0.precio_unitario', 84.74576271186442],
  ['cliente.razon_social', 'Ñ'.repeat(1500)],
  ['observacion', '😀'.repeat(500)],
  ['observacion', 'una\r\notra\tlínea'],
  ['mto_imp_venta', 123.456789],
  ['total_descuentos', 0],
  ['extras', { constructor: 'ACME', lista: [1, [2, { a: null }]] }],
  ['guias', [{ tipo_doc: '09', nro_doc: 'T001-123' }]],
  ['leyenda', 'SON QUINCE CON 90/100 SOLES'],
  ['cliente.email', 'ventas+perú@empresa.com.pe'],
])('a boleta whose %s is %j is accepted', (path, value) => {
  expect(errores(changed(aBody(), path, value))).toEqual({});
});

test('an export is invoiced to a client without RUC', () => {
  const cliente = { tipo_doc: '0', num_doc: 'US-991', razon_social: 'Andean Imports LLC' };
  expect(errores({ ...aBody('factura'), tipo_operacion: '0200', cliente }, 'factura')).toEqual({});
  expect(Object.keys(errores({ ...aBody('factura'), cliente }, 'factura'))).toEqual([
    'cliente.tipo_doc',
  ]);
});

test('a body deeper than 20 levels is refused at the field that is too deep', () => {
  const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) });
  expect(errores({ ...aBody(), extras: nested(18) })).toEqual({});
  expect(Object.keys(errores({ ...aBody(), extras: nested(19) }))).toEqual([
    `extras${'.a'.repeat(19)}`,
  ]);
  const [key] = Object.keys(errores({ ...aBody(), items: [nested(5_000)] }));
  expect(key).toMatch(/^items\.0\.a/);
});

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`campo${index}`, 1]));

test.each([
  ['fields', '_general', many(100_000)],
  ['fields of the client', 'cliente', { cliente: many(100_000) }],
  ['instalments', 'cuotas', { cuotas: Array.from({ length: 100_000 }, () => ({})) }],
  [
    'discounts of a line',
    'items.0.descuentos',
    { items: [{ descuentos: Array.from({ length: 100_000 }, () => ({})) }] },
  ],
  ['extras', 'extras.lista', { extras: { lista: Array.from({ length: 100_000 }, () => 0) } }],
  ['lines', 'items', { items: Array.from({ length: 100_000 }, () => 0) }],
])('a body with 100,000 %s is refused under %s', (_, key, change) => {
  expect(Object.keys(errores({ ...aBody(), ...change }))).toContain(key);
});

test('all 2,000 faults of 500 lines with four faults each are reported', () => {
  const line = { descripcion: 5, unidad: 5, cantidad: '1', precio_unitario: '2' };
  expect(
    Object.keys(errores({ ...aBody(), items: Array.from({ length: 500 }, () => line) })),
  ).toHaveLength(2_000);
});

test('the number and length of reported faults are limited', () => {
  const found = errores({
    ...aBody(),
    items: Array.from({ length: 500 }, () =>
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`x${i}`, 1])),
    ),
    ['x'.repeat(5_000)]: 1,
  });
  expect(Object.values(found).flat().length).toBeLessThanOrEqual(2001);
  expect(Object.keys(found).every((key) => key.length <= 201)).toBe(true);
  expect(found._general).toEqual([
    'Hay más errores que los listados: corrige estos y vuelve a enviar el comprobante.',
  ]);
});

test('any JSON is accepted or refused with messages, without another error', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ noUnicodeString: false }),
      fc.constantFrom(...Object.keys(aBody()), 'extras', 'anticipos', 'percepcion'),
      (value, field) => {
        for (const message of Object.values(errores({ ...aBody(), [field]: value })).flat())
          expect(message).toMatch(/^[A-Z].*[.?]$/);
      },
    ),
    { numRuns: 100 },
  );
});
