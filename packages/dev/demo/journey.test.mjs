/** Tests what of a document's way is shown, before a small API. */
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { journey } from './journey.mjs';

let answers = {};
const asked = [];
let server;
let said;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers);
    request.resume();
    const { status = 200, ...body } = (answers[`${request.method} ${request.url}`] ?? []).shift();
    response.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
});
afterAll(() => server.close());
afterEach(() => said.mockRestore());

/** What is shown of a boleta that the API answers so. */
async function shown(more) {
  answers = more;
  const commands = [];
  const rafaga = async (...words) => {
    commands.push(words.join(' '));
    return words[1] === 'ver' ? 'La historia' : 'a.pdf\na.xml\nR-a.zip';
  };
  said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { port } = server.address();
  const business = { api_key: 'key', api_secret: 'secret' };
  const demo = { base_url: `http://127.0.0.1:${port}`, business };
  const taken = await journey({ home: '/home', demo, rafaga }, 'boletas', { serie: 'B001' });
  return { taken, commands, text: said.mock.calls.flat().join('') };
}

const issued = () => [{ status: 201, datos: { id: 7, numero_completo: 'B001-1' } }];
const fiscal = (estado) => ({ datos: { fiscal: { estado } } });

test('an accepted boleta is shown with its history, and its files are on disk', async () => {
  const record = [fiscal('pendiente'), fiscal('aceptado')];
  const { taken, commands, text } = await shown({
    'POST /boletas': issued(),
    'GET /boletas/7': record,
  });
  expect([taken, record]).toEqual([true, []]);
  expect(commands).toEqual([
    'documento ver 7',
    expect.stringMatching(/^documento descargar 7 --carpeta .*home\/demo$/),
  ]);
  expect(text).toMatch(
    /B001-1 registrada .*\n\nLa historia\nEn disco: a\.pdf, a\.xml, R-a\.zip\n$/,
  );
  expect(asked[0]).toMatchObject({ 'x-api-key': 'key', 'x-api-secret': 'secret' });
});

test('one that the authority does not decide is shown without its files', async () => {
  const record = Array.from({ length: 3 }, () => fiscal('pendiente'));
  const answers = { 'POST /boletas': issued(), 'GET /boletas/7': record };
  const { taken, commands, text } = await shown(answers);
  expect([taken, commands, record]).toEqual([true, ['documento ver 7'], []]);
  expect(text).toMatch(/La historia\n.*Todavía sin respuesta de SUNAT/);
});

test('a refused question about it ends nothing', async () => {
  const record = [{ status: 503, codigo: 'error_interno' }, fiscal('aceptado')];
  const { commands } = await shown({ 'POST /boletas': issued(), 'GET /boletas/7': record });
  expect(commands).toEqual(['documento ver 7', expect.stringMatching(/^documento descargar 7/)]);
});

test('one that the API refuses is shown with its answer', async () => {
  const refused = { 'POST /boletas': [{ status: 422, codigo: 'x' }] };
  const { taken, text } = await shown(refused);
  expect(taken).toBe(false);
  expect(text).toContain('La API respondió 422 a POST /v1/boletas: {"codigo":"x"}');
});

test('in restoration mode the command to use is named', async () => {
  const restoring = { 'POST /boletas': [{ status: 503, codigo: 'restauracion' }] };
  expect((await shown(restoring)).text).toMatch(/Modo restauración:.*\n.*rafaga -- restaurar/);
});
