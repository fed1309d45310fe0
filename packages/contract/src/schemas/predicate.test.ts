/** The fast predicate accepts only requests that Joi accepts too. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasForbidden } from '../characters.js';
import { CONTRACT } from '../contract.js';
import { aBody, EXAMPLES } from '../examples.js';
import { objectSchema } from './objectSchema.js';

const { table, line: LINE, acceptsLine } = CONTRACT.boleta;
const BODY = objectSchema(table);

const odd = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '0',
  0,
  -1,
  1e12,
  1e13,
  5e-11,
  1e-11,
  Infinity,
  true,
  [],
  {},
  'a\u0001',
  '\ud800',
  0.005,
  101,
  1.01,
);
const number = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 0.01, 1, 2.5, 18, 99.99, 1e-7, 1234.567) },
  { weight: 1, arbitrary: odd },
);
const text = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'Pan',
      'NIU',
      'ZZ',
      '10',
      '40',
      '01',
      '00',
      '12345678',
      'x'.repeat(31),
      'x'.repeat(501),
      '😀'.repeat(500),
    ),
  },
  { weight: 1, arbitrary: odd },
);
const discount = fc.record(
  { cod_tipo: text, monto: number, monto_base: number, factor: number, porcentaje: number },
  { requiredKeys: [] },
);

const line = fc.record(
  {
    codigo: text,
    cod_producto_sunat: text,
    descripcion: text,
    unidad: text,
    cantidad: number,
    precio_unitario: number,
    mto_valor_unitario: number,
    tip_afe_igv: text,
    porcentaje_igv: number,
    descuentos: fc.oneof(
      fc.array(fc.oneof({ weight: 9, arbitrary: discount }, odd), { maxLength: 3 }),
      odd,
    ),
    isc: number,
    porcentaje_isc: number,
    tip_sis_isc: text,
    icbper: number,
    factor_icbper: number,
    mto_valor_venta: number,
    mto_base_igv: number,
    igv: number,
    total_impuestos: number,
    otro: odd,
  },
  { requiredKeys: [] },
);

/** A valid line with a few fields replaced by random values: most have one fault. */
const nearlyGood = fc
  .tuple(
    line,
    fc.subarray(
      Object.keys(EXAMPLES.boleta.items[0]).concat(
        'codigo',
        'descuentos',
        'isc',
        'icbper',
        'igv',
        'otro',
      ),
      { maxLength: 3 },
    ),
  )
  .map(([drawn, fields]) => ({
    ...EXAMPLES.boleta.items[0],
    ...Object.fromEntries(Object.entries(drawn).filter(([field]) => fields.includes(field))),
  }));

const forbiddenIn = (value: unknown): boolean =>
  typeof value === 'string'
    ? hasForbidden(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(forbiddenIn);

test('the fast predicate accepts a line exactly if Joi does and no character is forbidden', () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(fc.oneof(nearlyGood, line, odd), (value) => {
      const accepted =
        value !== undefined && LINE.validate(value).error === undefined && !forbiddenIn(value);
      seen[accepted ? 'yes' : 'no']++;
      expect(acceptsLine(value)).toBe(accepted);
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(100);
});

test.each(Object.keys(EXAMPLES.boleta.items[0]))(
  'a line without %s is accepted exactly when Joi accepts it',
  (field) => {
    const { [field]: _, ...rest } = EXAMPLES.boleta.items[0] as Record<string, unknown>;
    expect(acceptsLine(rest)).toBe(LINE.validate(rest).error === undefined);
  },
);

const INSTALMENTS = [
  [{ monto: 5, fecha_pago: '2026-04-01' }],
  [{ monto: 0, fecha_pago: '2026-04-01' }],
  [{ monto: 5 }],
  [{ monto: 5, fecha_pago: '2026-04-01', otro: 1 }],
  [null],
];

const FIELDS = [
  'serie',
  'correlativo',
  'fecha_emision',
  'fecha_vencimiento',
  'tipo_moneda',
  'forma_pago',
  'cliente',
  'observacion',
  ...['enviar_automatico', 'mto_igv', 'sub_total', 'items', 'cuotas', 'extras', 'otro'],
];
const good = fc.constantFrom<unknown>(
  'B001',
  'F001',
  7,
  '2026-02-28',
  'USD',
  'Credito',
  true,
  12.5,
  [],
  { a: 1 },
  ...INSTALMENTS,
);
const client = fc.record({
  tipo_doc: text,
  num_doc: text,
  razon_social: text,
  direccion: text,
  email: fc.oneof(fc.emailAddress(), odd),
  telefono: text,
});

test('the fast predicate accepts a document only when Joi does', () => {
  let plain = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...FIELDS),
      fc.oneof(good, odd),
      client,
      fc.boolean(),
      (field, value, drawn, withClient) => {
        const cliente = withClient
          ? {
              ...aBody().cliente,
              email: drawn.email,
              [field === 'serie' ? 'telefono' : 'direccion']: drawn.telefono,
            }
          : aBody().cliente;
        const body: Record<string, unknown> = { ...aBody(), cliente, [field]: value };
        if (!CONTRACT.boleta.accepts(body)) return;
        plain++;
        expect(BODY.validate(body, { convert: false }).error).toBeUndefined();
        expect(forbiddenIn(body)).toBe(false);
      },
    ),
    { numRuns: 1500 },
  );
  expect(plain).toBeGreaterThan(20);
});

const BLOCKS: Record<string, unknown> = {
  anticipos: [
    { tipo_doc: '03', serie: 'B001', correlativo: '1', monto: 1 },
    { tipo_doc_rel: '03', nro_doc_rel: 'B001-1', total: 1.18 },
  ],
  descuentos_globales: [{ cod_tipo: '02', monto: 0, monto_base: null, porcentaje: null }],
  detraccion: { cod_bien: '037', porcentaje: 12, cta_banco: '00-068', monto: 1 },
  percepcion: { cod_reg: '51', mto: 1, mto_base: 50, mto_total: 51 },
  guias: [{ tipo_doc: '09', nro_doc: 'T001-1' }],
  leyendas: [{ code: '2006', value: 'a' }],
  pagos: [{ metodo: 'yape', monto: 1, referencia: '', notas: '' }],
  contrato_colaboracion: { numero: '1', tipo: '2', descripcion: 'x', porcentaje: 99.99 },
};

test.each(Object.entries(BLOCKS))(
  'the fast predicate accepts %s exactly if Joi does and no character is forbidden',
  (name, block) => {
    const { accepts } = CONTRACT.boleta;
    expect(accepts({ ...aBody(), [name]: block })).toBe(true);
    const first = (Array.isArray(block) ? block[0] : block) as Record<string, unknown>;
    const fields = table.fields.find(({ wire }) => wire === name)?.type.block?.fields ?? [];
    fc.assert(
      fc.property(
        fc.constantFrom(...fields.map(({ wire }) => wire), 'otro'),
        fc.oneof(text, number, odd),
        (field, value) => {
          const changed = { ...first, [field]: value };
          const body = { ...aBody(), [name]: Array.isArray(block) ? [changed] : changed };
          const accepted =
            BODY.validate(body, { convert: false }).error === undefined && !forbiddenIn(body);
          expect(accepts(body)).toBe(accepted);
        },
      ),
      { numRuns: 300 },
    );
  },
);

test.each(['boleta', 'factura'] as const)('the fast predicate accepts the example %s', (kind) => {
  expect(CONTRACT[kind].accepts({ ...aBody(kind) })).toBe(true);
});
