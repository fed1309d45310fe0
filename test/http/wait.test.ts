/**
 * `Prefer: wait=N` holds an answer until the document is decided or in review, or until the time is
 * over; a message that is lost, a shutdown and a lost connection end the wait too.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDecidedDocuments, type DecidedDocuments } from '@rafaga/queue';
import { apiWithTenant } from '../support/apiWithTenant.js';
import type { Reply } from '../support/httpClient.js';
import { requiredEnv } from '../support/requiredEnv.js';
import { aBoleta, aReference } from '../support/saleBody.js';
import { putInReview, settle } from '../support/settle.js';
import { waitFor } from '../support/waitFor.js';

const fixture = apiWithTenant();
let decided: DecidedDocuments;
beforeAll(() => {
  decided = createDecidedDocuments(requiredEnv('REDIS_URL'));
});
afterAll(() => decided.close());

const issue = (
  prefer: string,
  reference = aReference(),
  on = fixture.api,
  body = aBoleta(),
): Promise<Reply> =>
  on.post(
    '/v1/boletas',
    { ...fixture.tenant.credentials, 'Idempotency-Key': reference, Prefer: prefer },
    body,
  );

const query = (id: number, prefer: string): Promise<Reply> =>
  fixture.api.get(`/v1/boletas/${id}`, { ...fixture.tenant.credentials, Prefer: prefer });

/** The id of the document of a reference, once it is issued. */
async function issuedUnder(reference: string): Promise<number> {
  return waitFor('the document to be issued', async () => {
    const { rows } = await fixture.api.db.pool.query(
      'SELECT document_id FROM "references" WHERE key = $1',
      [reference],
    );
    return rows[0] && Number(rows[0].document_id);
  });
}

test('a 201 that waits has the whole record with the decision, and its replay too', async () => {
  const { api, tenant } = fixture;
  const reference = aReference();
  const answer = issue('wait=10', reference);
  const id = await issuedUnder(reference);
  await settle(api, tenant, id);
  decided.add(id);
  const reply = await answer;
  expect(reply.status).toBe(201);
  expect(reply.headers).toMatchObject({
    location: `/v1/boletas/${id}`,
    'preference-applied': 'wait=10',
  });
  const { json } = await query(id, '');
  expect(reply.json).toMatchObject({
    mensaje: 'Boleta registrada y aceptada por el simulador.',
    datos: { id, fiscal: { estado: 'aceptado' }, en_espera_de: null },
  });
  expect(reply.json.datos).toEqual(json.datos);

  const again = await issue('wait=10', reference);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect([again.status, again.json.datos]).toEqual([201, json.datos]);
  await api.db.pool.query(`UPDATE outcomes SET evidence = 'presumed' WHERE document_id = $1`, [id]);
  const presumed = await issue('wait=10', reference);
  expect(presumed.json).toMatchObject({
    mensaje: 'Boleta registrada y dada por aceptada sin prueba (sustento presumido).',
    datos: { sustento: 'presumido' },
  });
  // without the preference the stored answer is repeated
  const stored = await api.boleta(tenant.credentials, {}, reference);
  expect(stored.json.datos).toMatchObject({ fiscal: { estado: 'pendiente' } });
  expect(stored.headers['preference-applied']).toBeUndefined();
});

test('a record that waits is answered by the message that its document is decided', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  const answers = Promise.all([query(id, 'wait=10'), query(id, 'respond-async, wait=9')]);
  await settle(api, tenant, id, 'rejected');
  decided.add(id);
  const [ten, nine] = await answers;
  for (const reply of [ten, nine])
    expect(reply.json.datos).toMatchObject({ fiscal: { estado: 'rechazado' }, en_espera_de: null });
  expect(ten.headers['preference-applied']).toBe('wait=10');
  expect(nine.headers['preference-applied']).toBe('wait=9');
});

test('a decision whose message is lost is found within the wait', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  const answer = query(id, 'wait=10');
  await settle(api, tenant, id);
  expect((await answer).json.datos).toMatchObject({ fiscal: { estado: 'aceptado' } });
});

test('a document in review ends the wait, and says that waiting is of no use', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  const answer = query(id, 'wait=10');
  await putInReview(api, id);
  decided.add(id);
  for (const reply of [await answer, await query(id, 'wait=10')])
    expect(reply.json).toMatchObject({
      mensaje: expect.stringMatching(/en revisión: una persona decide/),
      datos: { fiscal: { estado: 'pendiente' }, en_espera_de: 'revision' },
    });
});

test('at the end of the wait the answer is the state of then', async () => {
  const { api, tenant } = fixture;
  const reply = await issue('wait=1');
  expect([reply.status, reply.headers['preference-applied']]).toEqual([201, 'wait=1']);
  expect(reply.json.datos).toMatchObject({
    fiscal: { estado: 'pendiente' },
    en_espera_de: 'sunat',
  });
  const { id } = reply.json.datos;
  const other = await api.get(`/v1/facturas/${id}`, { ...tenant.credentials, Prefer: 'wait=10' });
  expect([other.status, other.headers['preference-applied']]).toEqual([404, undefined]);
});

test('a preference that is not valid is ignored', async () => {
  const { api, tenant } = fixture;
  const { id } = (await api.boleta(tenant.credentials)).json.datos;
  for (const prefer of ['wait=0', 'wait=-1', 'wait', 'wait=soon', 'return=minimal', ','])
    expect((await query(id, prefer)).headers['preference-applied']).toBeUndefined();
});

test('an API that stops answers those that wait at once', async () => {
  const other = await fixture.api.another();
  const reference = aReference();
  const answer = issue('wait=10', reference, other);
  const id = await issuedUnder(reference);
  // the wait begins in the same step in which the answer of the database arrives
  await sleep(50);
  await other.stop();
  const reply = await answer;
  expect(reply.status).toBe(201);
  expect(reply.json.datos).toMatchObject({ id, fiscal: { estado: 'pendiente' } });
});

test('large sales that wait leave the room of their bodies to others', async () => {
  const other = await fixture.api.another();
  const large = aBoleta({ extras: { nota: 'x'.repeat(16_000) } });
  const references = Array.from({ length: 34 }, () => aReference());
  let answered = 0;
  const answers = references.map((reference) =>
    issue('wait=10', reference, other, large).finally(() => (answered += 1)),
  );
  await waitFor('the sales to be issued', async () => {
    const stored = 'SELECT FROM "references" WHERE key = ANY($1) AND document_id IS NOT NULL';
    return (await fixture.api.db.pool.query(stored, [references])).rowCount === references.length;
  });
  expect(answered).toBe(0);
  await other.stop();
  for (const { status } of await Promise.all(answers)) expect(status).toBe(201);
});
