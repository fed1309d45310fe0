/** Consulta Integrada answers the state of a document, of boletas too, to a caller with a token. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import got from 'got';
import { send, start } from '../../testing/client.js';
import { boleta, factura, type InvoiceFacts, RUC } from '../../testing/invoices.js';
import type { Simulator } from '../simulator.js';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await start();
});
afterAll(() => simulator.stop());

const quiet = { throwHttpErrors: false, retry: { limit: 0 }, responseType: 'json' } as const;
const SCOPE = 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes';

const askToken = (secret: string) =>
  got.post<{ access_token: string }>(`${simulator.url}/v1/clientesextranet/app/oauth2/token/`, {
    ...quiet,
    form: {
      grant_type: 'client_credentials',
      scope: SCOPE,
      client_id: 'app',
      client_secret: secret,
    },
  });

const ask = (token: string, facts: InvoiceFacts, amount = facts.total) =>
  got.post<{ data: { estadoCp: string } }>(
    `${simulator.url}/v1/contribuyente/contribuyentes/${RUC}/validarcomprobante`,
    {
      ...quiet,
      headers: { authorization: `Bearer ${token}` },
      json: {
        numRuc: RUC,
        codComp: facts.type,
        numeroSerie: facts.series,
        numero: String(facts.number),
        fechaEmision: facts.issueDate.split('-').reverse().join('/'),
        monto: amount,
      },
    },
  );

test.each([boleta({ number: 1 }), factura({ number: 1 })])(
  'a registered $type is found by its date and total',
  async (facts) => {
    await send(simulator.url, facts);
    const { access_token } = (await askToken('secreto')).body;
    expect((await ask(access_token, facts)).body.data.estadoCp).toBe('1');
    expect((await ask(access_token, facts, '1.00')).body.data.estadoCp).toBe('0');
  },
);

test('an unknown document and a rejected one are not found', async () => {
  const rejected = boleta({ number: 3, client: '99990003' });
  await send(simulator.url, rejected);
  const { access_token } = (await askToken('secreto')).body;
  expect((await ask(access_token, boleta({ number: 2 }))).body.data.estadoCp).toBe('0');
  expect((await ask(access_token, rejected)).body.data.estadoCp).toBe('0');
});

test('a wrong secret gets no token, and an unknown token no answer', async () => {
  expect((await askToken('mala')).statusCode).toBe(401);
  expect((await ask('inventado', boleta())).statusCode).toBe(401);
});
