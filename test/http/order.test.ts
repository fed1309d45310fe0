/**
 * The order of refusals: of any two faults of a call, the one that comes first in the order is
 * answered.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setBusinessState, updateBusiness } from '@rafaga/db';
import { startTestApi, type TestApi } from '../support/api.js';
import { aBusiness, BY, type TestBusiness } from '../support/business.js';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.js';
import { aBoleta, aReference, type Body } from '../support/saleBody.js';
import { waitFor } from '../support/waitFor.js';

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  sale: Body;
  /** Instead of the sale. */
  text?: string;
}

interface Fault {
  name: string;
  answer: [status: number, codigo: string];
  ask?(asked: Asked): void;
  /** Runs before any fault is set up. */
  before?(tenant: TestBusiness): Promise<unknown>;
  setUp?(tenant: TestBusiness): Promise<unknown>;
}

let direct: TestApi;
let api: TestApi;
let postgres: FaultProxy;

beforeAll(async () => {
  direct = await startTestApi();
  postgres = await startFaultProxy(process.env.DATABASE_URL as string);
  api = await startTestApi({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await Promise.all([api.stop(), direct.stop()]);
  await postgres.stop();
});

const set = (tenant: TestBusiness, sql: string) => direct.db.pool.query(sql, [tenant.id]);

/** In the order in which they are to be answered. */
const FAULTS: Fault[] = [
  {
    name: 'an unknown route',
    answer: [404, 'ruta_no_encontrada'],
    ask: (asked) => {
      asked.path = '/v1/notas';
    },
  },
  {
    name: 'a wrong method',
    answer: [405, 'metodo_no_permitido'],
    ask: (asked) => {
      asked.method = 'PUT';
    },
  },
  {
    name: 'a wrong secret',
    answer: [401, 'credenciales_invalidas'],
    ask: ({ headers }) => {
      headers['X-Api-Secret'] = 'rs_wrong';
    },
  },
  {
    name: 'too many calls',
    answer: [429, 'limite_de_peticiones'],
    setUp: (tenant) => updateBusiness(direct.db, BY, tenant.id, { ratePerMinute: 1 }),
  },
  {
    name: 'a disabled kind',
    answer: [403, 'tipo_deshabilitado'],
    setUp: (tenant) => updateBusiness(direct.db, BY, tenant.id, { boletas: false }),
  },
  {
    name: 'another type of content',
    answer: [415, 'tipo_de_contenido_no_admitido'],
    ask: ({ headers }) => {
      headers['Content-Type'] = 'text/plain';
    },
  },
  {
    name: 'too large a body',
    answer: [413, 'cuerpo_demasiado_grande'],
    ask: (asked) => {
      asked.text = `${asked.text ?? JSON.stringify(asked.sale)}${' '.repeat(2_000_001)}`;
    },
  },
  {
    name: 'a body that is not JSON',
    answer: [400, 'json_invalido'],
    ask: (asked) => {
      asked.text = `{${asked.text ?? ''}`;
    },
  },
  {
    name: 'a field of the wrong type',
    answer: [422, 'datos_invalidos'],
    ask: ({ sale }) => {
      sale.observacion = 7;
    },
  },
  {
    name: 'a reference of another sale',
    answer: [409, 'referencia_con_otros_datos'],
    ask: ({ headers }) => {
      headers['Idempotency-Key'] = 'used-before';
    },
    before: (tenant) =>
      direct.boleta(tenant.credentials, { observacion: 'otra venta' }, 'used-before'),
  },
  {
    name: 'a series that is closed',
    answer: [422, 'datos_invalidos'],
    setUp: (tenant) => set(tenant, 'UPDATE series SET active = false WHERE business_id = $1'),
  },
  {
    name: 'no certificate',
    answer: [409, 'certificado_faltante'],
    setUp: (tenant) => set(tenant, 'UPDATE certificates SET active = false WHERE business_id = $1'),
  },
  { name: 'an unreachable database', answer: [503, 'servicio_no_disponible'] },
];
const UNREACHABLE = FAULTS.length - 1;
/** From here on a refusal needs the database. */
const FIRST_QUERY = FAULTS.findIndex(({ name }) => name.startsWith('a reference'));

const PAIRS = FAULTS.flatMap((first, i) =>
  FAULTS.slice(i + 1).map((second) => [first, second] as const),
).filter(
  ([first, second]) => second !== FAULTS[UNREACHABLE] || FAULTS.indexOf(first) < FIRST_QUERY,
);

async function answerTo(faults: readonly Fault[]): Promise<[number, string | undefined]> {
  const tenant = await aBusiness(direct.db);
  // caches the credential and counts one call
  await api.get('/v1/boletas/1', tenant.credentials);
  for (const { before } of faults) await before?.(tenant);
  for (const { setUp } of faults) await setUp?.(tenant);
  await api.changed(tenant.id);
  if (faults.includes(FAULTS[UNREACHABLE] as Fault)) {
    // not while the pool still has connections that the test before cut off
    await waitFor('the caller to be known', async () => {
      const { status } = await api.get('/v1/facturas/1', tenant.credentials);
      return status !== 503;
    });
    postgres.down();
  }
  const headers = {
    ...tenant.credentials,
    'Content-Type': 'application/json',
    'Idempotency-Key': aReference(),
  };
  const asked: Asked = { method: 'POST', path: '/v1/boletas', headers, sale: aBoleta() };
  for (const { ask } of faults) ask?.(asked);
  const { method, path, text, sale } = asked;
  const reply = await api.call({ method, path, headers, body: text ?? JSON.stringify(sale) });
  postgres.recover();
  return [reply.status, reply.json.codigo];
}

test.each(FAULTS.map((wrong) => [wrong.name, wrong] as const))('%s alone', async (_name, wrong) => {
  expect(await answerTo([wrong])).toEqual(wrong.answer);
});

test.each(PAIRS.map(([first, second]) => [first.name, second.name, first, second] as const))(
  '%s is answered before %s',
  async (_a, _b, first, second) => {
    expect(await answerTo([first, second])).toEqual(first.answer);
  },
);

test('a test account is refused before its body is read', async () => {
  const tenant = await aBusiness(direct.db, { test: true, boletas: false, certificate: false });
  const reply = await direct.post(
    '/v1/boletas',
    { ...tenant.credentials, 'Content-Type': 'text/plain' },
    '{',
  );
  expect([reply.status, reply.json.codigo]).toEqual([403, 'cuenta_de_prueba']);
});

test('a suspended business is refused before its limit is checked', async () => {
  const tenant = await aBusiness(direct.db, { ratePerMinute: 1 });
  await direct.get('/v1/boletas/1', tenant.credentials);
  expect((await direct.get('/v1/boletas/1', tenant.credentials)).status).toBe(429);
  await setBusinessState(direct.db, BY, tenant.id, 'suspended');
  await direct.changed(tenant.id);
  expect((await direct.get('/v1/boletas/1', tenant.credentials)).status).toBe(401);
});

test('an invalid format is refused before an unknown document', async () => {
  const tenant = await aBusiness(direct.db);
  expect((await direct.get('/v1/boletas/9/pdf?format=a3', tenant.credentials)).status).toBe(422);
  expect((await direct.get('/v1/boletas/9/pdf?format=a5', tenant.credentials)).status).toBe(404);
});
