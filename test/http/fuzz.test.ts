/**
 * Calls generated from the OpenAPI description, valid and broken: every answer is described, none
 * is 5xx, and nothing is created that the description does not allow. RAFAGA_FUZZ is the number of
 * calls (200), RAFAGA_SEED repeats a run.
 */
import { beforeAll, expect, test } from '@jest/globals';
import { openapi } from '@rafaga/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBusiness, type TestBusiness } from '../support/business.js';
import { aBoleta, aFactura, anItem, aReference } from '../support/saleBody.js';
import { settle } from '../support/settle.js';
import { broken, fromSchema, type Schema, withOneField } from './fromSchema.js';

const fixture = apiWithTenant({}, { exonerationAllowed: true });
const RUNS = Number(process.env.RAFAGA_FUZZ ?? 200);
const SEED = Number(process.env.RAFAGA_SEED ?? Date.now() % 2 ** 31);
/** A failing run prints its seed; this line prints it for a run that passes. */
process.stdout.write(`fuzz: RAFAGA_SEED=${SEED} RAFAGA_FUZZ=${RUNS}\n`);

const API = openapi();
const schemaOf = (name: string) => API.components.schemas[name] as Schema;
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: 'api', ...API });

let stranger: TestBusiness;
let id: number;
beforeAll(async () => {
  const { api, tenant } = fixture;
  stranger = await aBusiness(api.db);
  id = (await api.boleta(tenant.credentials)).json.datos.id;
  await settle(api, tenant, id);
});

const check = (property: fc.IAsyncPropertyWithHooks<never>, part: number) =>
  fc.assert(property, { numRuns: Math.ceil(RUNS * part), seed: SEED, endOnFailure: true });

const inSeries = (sale: unknown, serie: string) =>
  typeof sale === 'object' && sale !== null && !Array.isArray(sale) && 'serie' in sale
    ? { ...sale, serie }
    : sale;

/** Most sales that the schema alone describes break a rule between two of their fields. */
const salesOf = (schema: Schema, valid: object) => {
  const drawn = fromSchema(schema);
  const varied = fc.oneof(
    fc.constant(valid),
    withOneField(valid, schema),
    withOneField(anItem(), schemaOf('Item')).map((item) => ({ ...valid, items: [item] })),
  );
  const oneFault = fc.oneof(drawn, varied).chain(broken);
  return fc.oneof(drawn, varied, varied, oneFault, oneFault.chain(broken));
};

test.each([
  ['boletas', 'Boleta', 'B001', aBoleta()],
  ['facturas', 'Factura', 'F001', aFactura()],
])(
  'POST /%s stores only what the description allows, once and for its business',
  async (kind, schema, serie, lawful) => {
    const { api, tenant } = fixture;
    const valid = ajv.compile({ $ref: `api#/components/schemas/${schema}` });
    const some = salesOf(schemaOf(schema), lawful).map((sale) => inSeries(sale, serie));
    let stored = 0;
    const property = fc.asyncProperty(some, async (sale) => {
      const body = JSON.stringify(sale) ?? 'undefined';
      const headers = { ...tenant.credentials, 'Idempotency-Key': aReference() };
      const reply = await api.post(`/v1/${kind}`, headers, body);
      expect([201, 400, 422]).toContain(reply.status);
      if (reply.status === 400) return;
      const allowed = valid(JSON.parse(body));
      if (!allowed) expect({ status: reply.status, body }).toMatchObject({ status: 422 });
      if (reply.status !== 201) return;
      stored += 1;
      const path = `/v1/${kind}/${reply.json.datos.id}`;
      expect((await api.get(path, tenant.credentials)).status).toBe(200);
      expect((await api.get(path, stranger.credentials)).status).toBe(404);
      expect((await api.post(`/v1/${kind}`, headers, body)).text).toBe(reply.text);
    });
    await check(property as fc.IAsyncPropertyWithHooks<never>, 0.5);
    expect(stored).toBeGreaterThan(RUNS * 0.05);
  },
  600_000,
);

test('any bytes as a body are answered with 400 or 422', async () => {
  const { api, tenant } = fixture;
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
    const reply = await api.post(
      '/v1/boletas',
      { ...tenant.credentials, 'Idempotency-Key': aReference() },
      Buffer.from(bytes),
    );
    expect([400, 422]).toContain(reply.status);
  });
  await check(property as fc.IAsyncPropertyWithHooks<never>, 0.25);
}, 600_000);

const TOKEN = fc.stringMatching(/^[!-~]{1,60}$/);
const IDS = fc.oneof(
  fc.constant(''),
  fc.nat().map(String),
  fc.bigInt().map(String),
  TOKEN.map(encodeURIComponent),
  fc.constant('own'),
);
const FILES = fc.constantFrom(
  '',
  '/pdf',
  '/xml',
  '/cdr',
  '/pdf?format=a5',
  '/pdf?format=',
  '/zip',
  '/',
);
const METHODS = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS');

test('any path, method and header gets a described answer', async () => {
  const { api, tenant } = fixture;
  const header = fc.constantFrom(
    'X-Request-Id',
    'Idempotency-Key',
    'If-None-Match',
    'Content-Type',
    'Content-Encoding',
    'Accept',
    'X-Api-Secret',
    'Host',
  );
  const property = fc.asyncProperty(
    METHODS,
    fc.constantFrom('boletas', 'facturas', 'notas'),
    IDS,
    FILES,
    header,
    TOKEN,
    async (method, kind, given, file, name, value) => {
      const path = `/v1/${kind}/${given === 'own' ? id : given}${file}`;
      const reply = await api.call({
        method,
        path,
        headers: { ...tenant.credentials, [name]: value },
      });
      expect([200, 204, 304, 400, 401, 404, 405, 415, 422, 429]).toContain(reply.status);
      if (reply.status === 200) expect(given).toBe('own');
    },
  );
  await check(property as unknown as fc.IAsyncPropertyWithHooks<never>, 1);
}, 600_000);
