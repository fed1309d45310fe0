/** Properties of every sale, checked with generated sales. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBoleta, anItem, aReference, type Body } from '../support/saleBody.js';

const fixture = apiWithTenant();

const LINES = 4;
const item = (sale: Body, index: number) => (sale.items as Body[])[index] as Body;

/** Ways to break one field, by the key under which the fault is reported. */
const BREAKS: Record<string, (sale: Body) => void> = {
  serie: (sale) => Object.assign(sale, { serie: 'X1' }),
  correlativo: (sale) => Object.assign(sale, { correlativo: 1.5 }),
  fecha_emision: (sale) => Object.assign(sale, { fecha_emision: '2026-02-30' }),
  tipo_moneda: (sale) => Object.assign(sale, { tipo_moneda: 'CLP' }),
  forma_pago: (sale) => Object.assign(sale, { forma_pago: 'Fiado' }),
  observacion: (sale) => Object.assign(sale, { observacion: 'x'.repeat(501) }),
  enviar_automatico: (sale) => Object.assign(sale, { enviar_automatico: false }),
  mto_igv: (sale) => Object.assign(sale, { mto_igv: '18' }),
  ruc_emisor: (sale) => Object.assign(sale, { ruc_emisor: '20123456786' }),
  'cliente.tipo_doc': ({ cliente }) => Object.assign(cliente as Body, { tipo_doc: 1 }),
  'cliente.razon_social': ({ cliente }) => Object.assign(cliente as Body, { razon_social: '' }),
  'cliente.email': ({ cliente }) => Object.assign(cliente as Body, { email: 'no' }),
  'cliente.fax': ({ cliente }) => Object.assign(cliente as Body, { fax: '1' }),
  ...Object.fromEntries(
    Array.from({ length: LINES }, (_, i) => [
      [`items.${i}.cantidad`, (sale: Body) => Object.assign(item(sale, i), { cantidad: '2' })],
      [
        `items.${i}.precio_unitario`,
        (sale: Body) => Object.assign(item(sale, i), { precio_unitario: -1 }),
      ],
      [
        `items.${i}.descripcion`,
        (sale: Body) => Reflect.deleteProperty(item(sale, i), 'descripcion'),
      ],
      [
        `items.${i}.precio_unitarío`,
        (sale: Body) => Object.assign(item(sale, i), { precio_unitarío: 1 }),
      ],
      [
        `items.${i}.tip_afe_igv`,
        (sale: Body) => Object.assign(item(sale, i), { tip_afe_igv: '99' }),
      ],
    ]).flat(),
  ),
};

test('the faults of all broken fields are reported, and no others', async () => {
  const { api, tenant } = fixture;
  const property = fc.asyncProperty(
    fc.subarray(Object.keys(BREAKS), { minLength: 1 }),
    fc.boolean(),
    async (keys, headerToo) => {
      const sale = aBoleta({ items: Array.from({ length: LINES }, () => anItem()) });
      for (const key of keys) BREAKS[key]?.(sale);
      const reply = await api.boleta(
        tenant.credentials,
        sale,
        headerToo ? 'no fit reference' : aReference(),
      );
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.json.errores ?? {}).sort()).toEqual(
        [...keys, ...(headerToo ? ['Idempotency-Key'] : [])].sort(),
      );
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

/** The same value as JSON, with its keys in another order and its numbers in another spelling. */
function respell(value: unknown, next: () => number): string {
  if (Array.isArray(value)) return `[${value.map((entry) => respell(entry, next)).join(' , ')}]`;
  if (typeof value === 'number')
    return SPELLINGS[next() % SPELLINGS.length]?.(value) ?? String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .map(([key, entry]) => ({ key, entry, place: next() }))
    .sort((a, b) => a.place - b.place);
  const members = entries.map(
    ({ key, entry }) => `\n${JSON.stringify(key)} :${respell(entry, next)}`,
  );
  return `{${members.join(',')}}`;
}

const SPELLINGS: ((value: number) => string)[] = [
  String,
  (value) => value.toExponential(),
  (value) => (Number.isInteger(value) ? `${value}.000` : `${value}0`),
  (value) => `${value}e0`,
  (value) => `${value * 1_000}E-3`,
];

test('another order of keys and another spelling of numbers are the same sale', async () => {
  const { api, tenant } = fixture;
  const number = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);
  const property = fc.asyncProperty(
    fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 4 }),
    fc.infiniteStream(fc.nat()),
    async (lines, random) => {
      const sale = aBoleta({
        items: lines.map(([cantidad, precio_unitario]) => anItem({ cantidad, precio_unitario })),
      });
      const headers = { ...tenant.credentials, 'Idempotency-Key': aReference() };
      const first = await api.post('/v1/boletas', headers, sale);
      const text = respell(sale, () => random.next().value as number);
      // rounding changes some numbers
      fc.pre(isDeepStrictEqual(JSON.parse(text), sale));
      const again = await api.post('/v1/boletas', headers, text);
      expect(again.status).toBe(first.status);
      if (first.status !== 201) return expect(again.json.errores).toEqual(first.json.errores);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.text).toBe(first.text);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});

test('a sale with any value changed is another sale', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  expect((await api.boleta(tenant.credentials, {}, reference)).status).toBe(201);
  const changes: fc.Arbitrary<Body>[] = [
    fc
      .integer({ min: 3, max: 999 })
      .map((cantidad) => ({ items: [anItem({ cantidad }), anItem()] })),
    fc
      .string({ minLength: 1, maxLength: 20 })
      .map((text) => ({ observacion: `_${text.replaceAll(/[^ -~]/g, '')}` })),
    fc.constant({ tipo_moneda: 'USD' }),
    fc.constant({ tipo_moneda: undefined }),
    fc.jsonValue().map((value) => ({ extras: { value } })),
  ];
  const property = fc.asyncProperty(fc.oneof(...changes), async (change) => {
    const reply = await api.boleta(tenant.credentials, change, reference);
    expect([409, 422]).toContain(reply.status);
  });
  await fc.assert(property, { numRuns: 40 });
});
