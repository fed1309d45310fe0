/** Tests what of a document's way is told, and what it comes to, before a small API. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { journey } from './journey.mjs';

const home = mkdtempSync(path.join(tmpdir(), 'rafaga-journey-'));
const answers = {};
const asked = [];
let server;
let said;
beforeAll(async () => {
  server = createServer((request, response) => {
    const place = `${request.method} ${request.url}`;
    asked.push(request.headers);
    request.resume();
    const { status = 200, name, ...body } = (answers[place] ?? []).shift() ?? { status: 404 };
    if (name) response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterAll(() => {
  server.close();
  rmSync(home, { recursive: true });
});
afterEach(() => {
  said.mockRestore();
});

const at = new Date();
const database = {
  query: async () => ({ rows: [{ signed_at: at, sent_at: at, settled_at: at }] }),
};

/** What is said on the way of a boleta that the API answers so. */
async function told(more) {
  for (const place of Object.keys(answers)) delete answers[place];
  Object.assign(answers, more);
  said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { port } = server.address();
  const credentials = { api_key: 'key', api_secret: 'secret' };
  const way = { api: `http://127.0.0.1:${port}`, credentials, database, home };
  const accepted = await journey(way, 'boletas', { serie: 'B001' });
  return { accepted, text: said.mock.calls.flat().join('') };
}

const issued = () => [{ status: 201, datos: { id: 7, numero_completo: 'B001-1' } }];
const fiscal = (estado) => ({ datos: { fiscal: { estado, codigo: '0', descripcion: 'dicho' } } });

test('an accepted boleta is told step by step, and its files are on disk', async () => {
  const { accepted, text } = await told({
    'POST /boletas': issued(),
    'GET /boletas/7': [fiscal('pendiente'), fiscal('aceptado')],
    'GET /boletas/7/pdf': [{ status: 404 }, { name: 'a.pdf' }],
    'GET /boletas/7/xml': [{ name: 'a.xml' }],
    'GET /boletas/7/cdr': [{ name: 'R-a.zip' }],
  });
  expect(accepted).toBe(true);
  expect(text).toMatch(
    /Boleta B001-1\n.*registrada.*\n.*firmada\n.*enviada.*\n.*aceptada código 0: dicho\n/,
  );
  expect(text).toMatch(/en disco: .*a\.pdf, a\.xml y R-a\.zip\n$/);
  expect(readdirSync(path.join(home, 'demo')).sort()).toEqual(['R-a.zip', 'a.pdf', 'a.xml']);
  expect(asked[0]).toMatchObject({ 'x-api-key': 'key', 'x-api-secret': 'secret' });
});

test('one that the authority does not decide is told with a command', async () => {
  const pending = Array.from({ length: 3 }, () => fiscal('pendiente'));
  const { accepted, text } = await told({ 'POST /boletas': issued(), 'GET /boletas/7': pending });
  expect(accepted).toBe(false);
  expect(text).toContain(
    'sigue pendiente; su historia: npm run --silent rafaga -- documento ver 7',
  );
});

test('one that the API refuses is told with its answer', async () => {
  const refused = { 'POST /boletas': [{ status: 422, codigo: 'x' }] };
  const { accepted, text } = await told(refused);
  expect(accepted).toBe(false);
  expect(text).toContain('La API respondió 422 a POST /v1/boletas: {"codigo":"x"}');
});
