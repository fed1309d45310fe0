import { expect, test } from '@jest/globals';
import type { Kind } from '@rafaga/fiscal';
import fc from 'fast-check';
import { aBody } from './examples.js';
import { parseIssue } from './parse.js';
import { type Errores, Invalid, Refusal } from './refusals.js';

const settings = { pricesIncludeTax: true };

/** What a body is refused for; nothing when it is accepted. */
function errores(body: unknown, kind: Kind = 'boleta', key: string | undefined = 'venta-1'): Errores {
  try {
    parseIssue(kind, key, body, settings);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return error.errores;
    throw error;
  }
}

/** A copy of a body with the value at a path replaced; undefined takes it out. */
function changed(body: object, path: string, value: unknown): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() as string;
  let place = copy;
  for (const step of steps) place = place[step] as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else Object.defineProperty(place, last, { value, enumerable: true, writable: true, configurable: true });
  return copy;
}

test.each(['boleta', 'factura'] as const)('the example of a %s is accepted', (kind) => {
  const { key, hash, sale } = parseIssue(kind, 'venta-1', aBody(kind), settings);
  expect({ key, bytes: hash.length, kind: sale.kind }).toEqual({ key: 'venta-1', bytes: 32, kind });
});

test.each([null, [], 'texto', 5, true, undefined])('%j is no body', (body) => {
  expect(() => parseIssue('boleta', 'k', body, settings)).toThrow(new Refusal('body_not_object'));
});

test.each([undefined, '', '-a', 'á', 'a b', 'a'.repeat(129), 'a/b', 'uno, dos'])('the reference %j is refused under its header', (key) => {
  expect(Object.keys(errores(aBody(), 'boleta', key))).toEqual(key === undefined ? [] : ['Idempotency-Key']);
  expect(() => parseIssue('boleta', key, aBody(), settings)).toThrow(Invalid);
});

test.each(['a', '9', 'a'.repeat(128), 'Venta:2026_03-15.1'])('the reference %s is taken', (key) => {
  expect(errores(aBody(), 'boleta', key)).toEqual({});
});

/** A fault, where it is reported, and a word or two of what is said. */
const FAULTS: [kind: Kind, path: string, value: unknown, says: string, key?: string][] = [
  ['boleta', 'serie', 'F001', 'B seguida de 3'],
  ['boleta', 'serie', 'B01', 'B seguida de 3'],
  ['boleta', 'serie', 'b001', 'B seguida de 3'],
  ['boleta', 'serie', 1, 'como texto'],
  ['boleta', 'serie', undefined, 'obligatorio'],
  ['factura', 'serie', 'B001', 'F seguida de 3'],
  ['boleta', 'correlativo', 0, 'entero de 1'],
  ['boleta', 'correlativo', 1.5, 'entero de 1'],
  ['boleta', 'correlativo', '1', 'entero de 1'],
  ['boleta', 'correlativo', 100_000_000, 'entero de 1'],
  ['boleta', 'fecha_emision', '2026-02-30', 'fecha real'],
  ['boleta', 'fecha_emision', '15/03/2026', 'fecha real'],
  ['boleta', 'fecha_emision', '2026-03-15T10:00:00Z', 'fecha real'],
  ['boleta', 'fecha_emision', '2025-02-29', 'fecha real'],
  ['boleta', 'fecha_emision', 20260315, 'fecha real'],
  ['boleta', 'fecha_emision', undefined, 'obligatorio'],
  ['boleta', 'fecha_vencimiento', '2026-13-01', 'fecha real'],
  ['boleta', 'fecha_vencimiento', '2026-03-14', 'anterior a la fecha de emisión'],
  ['boleta', 'tipo_moneda', 'SOL', 'PEN, USD, EUR'],
  ['boleta', 'tipo_moneda', 'pen', 'PEN, USD, EUR'],
  ['boleta', 'forma_pago', 'Crédito', 'Contado, Credito'],
  ['boleta', 'forma_pago', 'Credito', 'cuotas son obligatorias', 'cuotas'],
  ['boleta', 'cuotas', [{ monto: 5, fecha_pago: '2026-04-01' }], 'forma de pago es Credito'],
  ['factura', 'cuotas', [], 'cuotas son obligatorias'],
  ['factura', 'cuotas', {}, 'lista'],
  ['factura', 'cuotas.0.monto', 0, 'mayor que cero'],
  ['factura', 'cuotas.0.monto', '5', 'mayor que cero'],
  ['factura', 'cuotas.0.monto', 5.001, '2 decimales'],
  ['factura', 'cuotas.0.monto', undefined, 'obligatorio'],
  ['factura', 'cuotas.0.fecha_pago', '2026-04-31', 'fecha real'],
  ['factura', 'cuotas.1.fecha_pago', '2026-03-15', 'posterior a la fecha de emisión'],
  ['boleta', 'tipo_operacion', '101', '4 dígitos'],
  ['boleta', 'cod_local', '00001', '4 dígitos'],
  ['boleta', 'cliente', undefined, 'obligatorio'],
  ['boleta', 'cliente', 'Juan', 'objeto'],
  ['boleta', 'cliente.tipo_doc', '9', '0, 1, 4'],
  ['boleta', 'cliente.tipo_doc', 'A', '0, 1, 4, 6, 7'],
  ['boleta', 'cliente.tipo_doc', 1, 'como texto'],
  ['boleta', 'cliente.tipo_doc', undefined, 'obligatorio'],
  ['boleta', 'cliente.num_doc', 45678912, 'como texto'],
  ['boleta', 'cliente.num_doc', '4567891', 'El DNI debe contener exactamente 8 dígitos.'],
  ['boleta', 'cliente.num_doc', '4567891a', 'El DNI debe contener exactamente 8 dígitos.'],
  ['factura', 'cliente.num_doc', '2012345678', 'El RUC debe contener exactamente 11 dígitos.'],
  ['factura', 'cliente.num_doc', '20 12345678', 'El RUC debe contener exactamente 11 dígitos.'],
  ['factura', 'cliente.num_doc', '30123456786', 'El RUC debe empezar con 10 o 20.'],
  ['factura', 'cliente.tipo_doc', '1', 'requiere un cliente con RUC'],
  ['boleta', 'cliente.razon_social', '', 'en blanco'],
  ['boleta', 'cliente.razon_social', '   ', 'en blanco'],
  ['boleta', 'cliente.razon_social', 'x'.repeat(1501), '1500 caracteres'],
  ['boleta', 'cliente.direccion', 'x'.repeat(501), '500 caracteres'],
  ['boleta', 'cliente.email', 'correo', 'cliente@empresa.pe'],
  ['boleta', 'cliente.email', '', 'cliente@empresa.pe'],
  ['boleta', 'cliente.telefono', '9'.repeat(21), '20 caracteres'],
  ['boleta', 'cliente.telefono', 999888777, 'como texto'],
  ['boleta', 'cliente.nombre', 'Juan', 'no existe'],
  ['boleta', 'items', undefined, 'obligatorio'],
  ['boleta', 'items', [], 'al menos un elemento'],
  ['boleta', 'items', 'pan', 'lista'],
  ['boleta', 'items', Array.from({ length: 501 }, () => aBody().items[0]), '500 elementos'],
  ['boleta', 'items.1', null, 'La línea 2 debe ser un objeto'],
  ['boleta', 'items.0.codigo', 'x'.repeat(31), '30 caracteres'],
  ['boleta', 'items.0.descripcion', 'x'.repeat(501), '500 caracteres'],
  ['boleta', 'items.0.descripcion', undefined, 'obligatorio'],
  ['boleta', 'items.0.unidad', '', 'código de 2 o 3'],
  ['boleta', 'items.0.unidad', undefined, 'obligatorio'],
  ['boleta', 'items.0.cantidad', 0, 'La cantidad debe ser un número mayor que cero.'],
  ['boleta', 'items.0.cantidad', -1, 'La cantidad debe ser un número mayor que cero.'],
  ['boleta', 'items.0.cantidad', '2', 'La cantidad debe ser un número mayor que cero.'],
  ['boleta', 'items.0.cantidad', 1e-11, 'La cantidad debe ser un número mayor que cero.'],
  ['boleta', 'items.0.cantidad', null, 'La cantidad debe ser un número mayor que cero.'],
  ['boleta', 'items.0.cantidad', 1e12, '12 cifras'],
  ['boleta', 'items.0.cantidad', Infinity, 'rango'],
  ['boleta', 'items.0.precio_unitario', -0.01, 'mayor o igual que cero'],
  ['boleta', 'items.0.precio_unitario', 'S/ 3.50', 'mayor o igual que cero'],
  ['boleta', 'items.0.precio_unitario', 1e16, '12 cifras'],
  ['boleta', 'items.0.precio_unitaro', 3.5, '¿quiso escribir «precio_unitario»?'],
  ['boleta', 'items.0.tip_afe_igv', '99', '10, 11, 12'],
  ['boleta', 'items.0.tip_afe_igv', 10, 'como texto'],
  ['boleta', 'items.0.porcentaje_igv', 101, '0 a 100'],
  ['boleta', 'items.0.mto_valor_unitario', -1, 'mayor o igual que cero'],
  ['boleta', 'items.0.igv', -1, 'mayor o igual que cero'],
  ['boleta', 'items.0.cod_producto_sunat', '123', '8 dígitos'],
  ['boleta', 'items.0.isc', 5, 'tip_sis_isc', 'items.0.tip_sis_isc'],
  ['boleta', 'items.0.descuentos', [{}], 'Envíe el monto', 'items.0.descuentos.0.monto'],
  ['boleta', 'items.0.descuentos', [{ factor: 2 }], '0 a 1', 'items.0.descuentos.0.factor'],
  ['boleta', 'items.0.descuentos', [{ factor: 0.1, porcentaje: 10 }], 'no los dos', 'items.0.descuentos.0.porcentaje'],
  ['boleta', 'items.0.descuentos', [{ cod_tipo: '02', monto: 1 }], '00, 01', 'items.0.descuentos.0.cod_tipo'],
  ['boleta', 'items.0.__proto__', {}, 'no existe'],
  ['boleta', 'items.0.constructor', 'x', 'no existe'],
  ['boleta', 'observacion', 'x'.repeat(501), '500 caracteres'],
  ['boleta', 'observacion', 'a\u0000b', 'caracteres de control'],
  ['boleta', 'items.0.descripcion', 'a\ud800', 'caracteres de control'],
  ['boleta', 'cliente.razon_social', 'Ana\ufeff María', 'caracteres de control'],
  ['boleta', 'enviar_automatico', false, 'omitirse o ser true'],
  ['boleta', 'enviar_automatico', 'true', 'omitirse o ser true'],
  ['boleta', 'company', { ruc: '20123456786' }, 'se configuran en el panel'],
  ['boleta', 'emisor', {}, 'se configuran en el panel'],
  ['boleta', '__proto__', {}, 'no existe'],
  ['boleta', 'constructor', {}, 'no existe'],
  ['boleta', 'obsrvacion', '', '«observacion»'],
  ['boleta', 'extras', [], 'objeto'],
  ['boleta', 'extras', { 'a\u0000': 1 }, 'caracteres de control', 'extras.a\u0000'],
  ['boleta', 'extras', { largo: 'x'.repeat(20_000) }, '20000 caracteres'],
  ['boleta', 'extras', { numero: Infinity }, 'rango', 'extras.numero'],
  ['boleta', 'mto_igv', -1, 'mayor o igual que cero'],
  ['boleta', 'valor_venta', '100', 'mayor o igual que cero'],
  ['boleta', 'total_anticipos', null, 'mayor o igual que cero'],
  ['boleta', 'anticipos', [{ tipo_doc: '03', serie: 'B001', correlativo: '7a', monto: 1 }], '1 a 8 dígitos', 'anticipos.0.correlativo'],
  ['boleta', 'anticipos', [{ tipo_doc: '03', serie: 'B001', monto: 1 }], 'obligatorio', 'anticipos.0.correlativo'],
  [
    'boleta',
    'anticipos',
    [{ tipo_doc: '03', tipo_doc_rel: '03', nro_doc_rel: 'B001-1', total: 1 }],
    'dos nombres',
    'anticipos.0.tipo_doc_rel',
  ],
  ['boleta', 'descuentos_globales', [{ cod_tipo: '02' }], 'obligatorio', 'descuentos_globales.0.monto'],
  [
    'boleta',
    'descuentos_globales',
    [{ cod_tipo: '02', monto: 50, monto_base: 100, porcentaje: 0.1 }],
    'no concuerda',
    'descuentos_globales.0.porcentaje',
  ],
  ['boleta', 'detraccion', { cod_bien: '037' }, 'obligatorio', 'detraccion.monto'],
  [
    'factura',
    'detraccion',
    { cod_bien: '037', porcentaje: 12, cta_banco: '00-068-1', monto: 70.8, tipo_operacion: '1001' },
    'no es el del comprobante',
    'detraccion.tipo_operacion',
  ],
  ['boleta', 'percepcion', { cod_regimen: '04', monto: 1, base: 50 }, '01, 02, 03', 'percepcion.cod_regimen'],
  ['boleta', 'percepcion', {}, 'obligatorio', 'percepcion.monto'],
  ['boleta', 'guias', [{ tipo_doc: '09', nro_doc: 'T001/1' }], 'T001-123', 'guias.0.nro_doc'],
  [
    'boleta',
    'guias',
    [
      { tipo_doc: '09', nro_doc: 'T001-1' },
      { tipo_doc: '09', nro_doc: 'T001-1' },
    ],
    'repetida',
    'guias.1.nro_doc',
  ],
  ['boleta', 'leyenda', 'x'.repeat(201), '200 caracteres'],
  ['boleta', 'leyendas', [{ code: '2006', value: '' }], 'en blanco', 'leyendas.0.value'],
  [
    'boleta',
    'leyendas',
    [
      { code: '2006', value: 'a' },
      { code: '2006', value: 'b' },
    ],
    'repetido',
    'leyendas.1.code',
  ],
  ['boleta', 'pagos', [{ metodo: 'yape', monto: 0 }], 'mayor que cero', 'pagos.0.monto'],
  ['boleta', 'pagos', [{ monto: 5 }], 'obligatorio', 'pagos.0.metodo'],
  ['boleta', 'contrato_colaboracion', { numero: 'C-1', tipo: '3', descripcion: 'x', porcentaje: 10 }, '1, 2', 'contrato_colaboracion.tipo'],
];

test.each(FAULTS)('a %s with %s %j says: %s', (kind, path, value, says, key = path) => {
  const base = path === 'detraccion' && kind === 'factura' ? { ...aBody(kind), tipo_operacion: '0101' } : aBody(kind);
  const found = errores(changed(base, path, value), kind);
  expect(Object.keys(found)).toContain(key);
  expect(found[key]?.join(' ')).toContain(says);
});

/** Breaks that do not touch each other, for any number of them at once. */
const SEPARATE = FAULTS.filter(
  ([kind, path, value, , key]) =>
    kind === 'boleta' && key === undefined && value !== undefined && path.includes('.') === (path !== 'serie'),
).filter(
  ([, path], index, all) =>
    path !== 'items' && path !== 'cliente' && !path.startsWith('items.1') && all.findIndex(([, other]) => other === path) === index,
);

test('whatever fields are broken together, every one of them is reported', () => {
  fc.assert(
    fc.property(fc.subarray(SEPARATE, { minLength: 1 }), (broken) => {
      const body = broken.reduce<object>((sale, [, path, value]) => changed(sale, path, value), aBody());
      const found = Object.keys(errores(body, 'boleta', '¡'));
      expect(found.sort()).toEqual(['Idempotency-Key', ...broken.map(([, path]) => path)].sort());
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['correlativo', null],
  ['fecha_vencimiento', null],
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
])('%s may be %j', (path, value) => {
  expect(errores(changed(aBody(), path, value))).toEqual({});
});

test('an export is invoiced to a client without RUC', () => {
  const cliente = { tipo_doc: '0', num_doc: 'US-991', razon_social: 'Andean Imports LLC' };
  expect(errores({ ...aBody('factura'), tipo_operacion: '0200', cliente }, 'factura')).toEqual({});
  expect(Object.keys(errores({ ...aBody('factura'), cliente }, 'factura'))).toEqual(['cliente.tipo_doc']);
});

test('a body deeper than 20 levels is refused where it is too deep', () => {
  const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) });
  expect(errores({ ...aBody(), extras: nested(18) })).toEqual({});
  expect(Object.keys(errores({ ...aBody(), extras: nested(19) }))).toEqual([`extras${'.a'.repeat(19)}`]);
  const [key] = Object.keys(errores({ ...aBody(), items: [nested(5_000)] }));
  expect(key).toMatch(/^items\.0\.a/);
});

test('a hostile body gets a bounded answer', () => {
  const found = errores({ ...aBody(), items: Array.from({ length: 500 }, () => ({ a: 1, b: 2, c: 3 })), ['x'.repeat(5_000)]: 1 });
  expect(Object.values(found).flat().length).toBeLessThanOrEqual(1001);
  expect(Object.keys(found).every((key) => key.length <= 201)).toBe(true);
  expect(found._general).toEqual(['Hay más errores que los listados: corrija estos y vuelva a enviar el comprobante.']);
});

test('any JSON is either accepted or refused with messages, never an accident', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ noUnicodeString: false }),
      fc.constantFrom(...Object.keys(aBody()), 'extras', 'anticipos', 'percepcion'),
      (value, field) => {
        for (const message of Object.values(errores({ ...aBody(), [field]: value })).flat()) expect(message).toMatch(/^[A-Z].*[.?]$/);
      },
    ),
    { numRuns: 300 },
  );
});
