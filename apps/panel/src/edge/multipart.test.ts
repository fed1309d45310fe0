/** A form with files is read up to its limits, and each kept byte is counted before. */
import { expect, test } from '@jest/globals';
import { readTrimmed } from './multipart.js';

const LIMITS = { part: 1_000, total: 3_000, wire: 50_000, parts: 20 };

async function sent(fields: Record<string, string | Blob>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { type, body: Buffer.from(await response.arrayBuffer()) };
}

async function read(body: Buffer, type: string, size: number, limits = LIMITS) {
  async function* chunks() {
    for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
  }
  return readTrimmed(chunks(), type.split('boundary=')[1] ?? '', limits);
}

test.each([1, 7, 64, 100_000])('small parts stay as they are, in chunks of %i', async (size) => {
  const { type, body } = await sent({ nombre: 'Café', archivo: new Blob(['\r\n--no\r\n']) });
  const trimmed = await read(body, type, size);
  expect([trimmed?.body.equals(body), trimmed?.cut.size]).toEqual([true, 0]);
});

test.each([7, 64, 100_000])('a heavy file costs no other field, in chunks of %i', async (size) => {
  const { type, body } = await sent({
    antes: 'uno',
    logo: new Blob([new Uint8Array(20_000)]),
    pie: 'Gracias',
  });
  const trimmed = await read(body, type, size);
  const form = await new Response(new Uint8Array(trimmed?.body ?? []), {
    headers: { 'content-type': type },
  }).formData();
  expect([form.get('antes'), form.get('pie')]).toEqual(['uno', 'Gracias']);
  expect((form.get('logo') as File).size).toBeLessThan(1_000);
  expect([...(trimmed?.cut.keys() ?? [])]).toEqual(['logo']);
  expect(trimmed?.cut.get('logo')).toBeGreaterThan(20_000);
});

test('a body beyond the wire limit is not read', async () => {
  const { type, body } = await sent({ logo: new Blob([new Uint8Array(60_000)]) });
  expect(await read(body, type, 4_096)).toBeUndefined();
});

test.each([1, 7, 100_000])('a body of many parts is not read, in chunks of %i', async (size) => {
  const body = Buffer.from(`--b${'\r\n--b'.repeat(30)}`);
  expect(await read(body, 'boundary=b', size)).toBeUndefined();
});

test('every byte that is kept was held before', async () => {
  const { type, body } = await sent({ nombre: 'Café', logo: new Blob([new Uint8Array(20_000)]) });
  let held = 0;
  const chunks = (async function* () {
    yield body;
  })();
  const trimmed = await readTrimmed(chunks, type.split('boundary=')[1] ?? '', LIMITS, (bytes) => {
    held += bytes;
  });
  expect(held).toBeGreaterThan(1_000);
  expect(trimmed?.body.length).toBeLessThan(held + 500);
});
