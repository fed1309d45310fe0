/** What means the same as an absent field: a null in every optional field, and more in some. */
import { expect, test } from '@jest/globals';
import { CONTRACT } from './contract.js';
import { aBody } from './examples.js';
import type { Block, Fields } from './fields/field.js';
import { parseIssue } from './parse.js';
import { Invalid } from './refusal.js';

const { table } = CONTRACT.boleta;

/** A body with an entry of every block. */
const full = (): Fields => {
  const body = aBody();
  return {
    ...body,
    cuotas: [{ monto: 5, fecha_pago: '2026-12-01' }],
    forma_pago: 'Credito',
    anticipos: [{ tipo_doc: '03', serie: 'B001', correlativo: '1', monto: 1 }],
    descuentos_globales: [{ cod_tipo: '02', monto: 1 }],
    detraccion: { cod_bien: '037', porcentaje: 12, cta_banco: '00-068', monto: 1 },
    percepcion: { cod_regimen: '01', monto: 1, base: 50 },
    guias: [{ tipo_doc: '09', nro_doc: 'T001-1' }],
    leyendas: [{ code: '2005', value: 'a' }],
    pagos: [{ metodo: 'yape', monto: 1 }],
    contrato_colaboracion: { numero: '1', tipo: '2', descripcion: 'x', porcentaje: 10 },
    cliente: { ...body.cliente },
    items: [{ ...body.items[0], descuentos: [{ monto: 1 }] }],
  };
};

/** The paths of all optional fields of a block and of the blocks inside it. */
function optionalPaths({ fields }: Block, at = ''): string[] {
  return fields.flatMap(({ wire, required, type }) => [
    ...(required ? [] : [`${at}${wire}`]),
    ...(type.block ? optionalPaths(type.block, `${at}${wire}.${type.list ? '0.' : ''}`) : []),
  ]);
}

/** The body with one field changed: undefined removes it. */
function changed(path: string, value: unknown): Fields {
  const body = structuredClone(full());
  const steps = path.split('.');
  const name = steps.pop() as string;
  const holder = steps.reduce<Fields>((here, step) => here[step] as Fields, body);
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  return body;
}

/** The sale, or the faults by which it is refused. */
function outcome(body: Fields): unknown {
  try {
    return parseIssue('boleta', 'k', body, { pricesIncludeTax: true }).sale;
  } catch (error) {
    if (error instanceof Invalid) return error.errores;
    throw error;
  }
}

const PATHS = optionalPaths(table);

test('the body of this test is valid', () => {
  expect(outcome(full())).toHaveProperty('series');
  expect(PATHS.length).toBeGreaterThan(70);
});

test.each(PATHS)('%s as null means the same as without it', (path) => {
  expect(outcome(changed(path, null))).toEqual(outcome(changed(path, undefined)));
});

test('a null is not refused for its type, but for being missing where a field is required', () => {
  const body = changed('items.0.cantidad', null);
  expect(outcome(body)).toEqual({ 'items.0.cantidad': [expect.stringMatching(/^Envía la can/)] });
  expect(outcome(changed('cliente', null))).toEqual({ cliente: [expect.stringMatching(/^Env/)] });
});

test.each([
  'observacion',
  'leyenda',
  'cliente.direccion',
  'cliente.telefono',
  'items.0.codigo',
  'pagos.0.referencia',
  'pagos.0.notas',
])('%s as empty text means the same as without it', (path) => {
  expect(outcome(changed(path, ''))).toEqual(outcome(changed(path, undefined)));
});

test.each(['fecha_vencimiento', 'cliente.email', 'cod_local', 'items.0.cod_producto_sunat'])(
  '%s has a format, so that an empty text is refused with the advice to omit it',
  (path) => {
    expect(outcome(changed(path, ''))).toEqual({
      [path]: [expect.stringMatching(/vacío.*null/)],
    });
  },
);

test.each([
  ['items.0.descuentos.0', { porcentaje: 10 }],
  ['items.0.descuentos.0', { cod_tipo: '48', factor: 0.1, monto: 2 }],
  ['descuentos_globales.0', { cod_tipo: '02', monto: 1, porcentaje: 0.1 }],
  ['descuentos_globales.0', { cod_tipo: '62', monto: 0.21, porcentaje: 3 }],
])('in %s of %j, a monto_base of zero means the same as without it', (path, discount) => {
  const without = outcome(changed(path, discount));
  expect(without).toHaveProperty('series');
  expect(outcome(changed(path, { ...discount, monto_base: 0 }))).toEqual(without);
});
