/**
 * What old, terse and impatient clients get: HTTP/1.0, chunks, expectations, headers in any case,
 * and connections that end before the answer.
 */
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { apiWithTenant } from '../support/apiWithTenant.js';
import { aBoleta, aReference } from '../support/saleBody.js';
import { waitFor } from '../support/waitFor.js';

const fixture = apiWithTenant();

interface Posted {
  /** The request line and headers beside credentials, reference and type. */
  head?: string[];
  version?: '1.0' | '1.1';
  reference?: string;
  spelt?: (name: string) => string;
}

/** The head of a POST, without the empty line that ends it. */
function headOf({ head = [], version = '1.1', reference, spelt = (name) => name }: Posted): string {
  const headers = {
    ...fixture.tenant.credentials,
    'Content-Type': 'application/json',
    'Idempotency-Key': reference ?? aReference(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${spelt(name)}: ${value}`);
  return [`POST /v1/boletas HTTP/${version}`, 'Host: x', ...lines, ...head, ''].join('\r\n');
}

const BODY = () => JSON.stringify(aBoleta());
const length = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`;

/** What the server answers; `next` is called with what has come so far. */
function exchange(bytes: string, next: (answer: string) => string | undefined = () => undefined) {
  return new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(fixture.api.port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
      const more = next(answer);
      if (more !== undefined) socket.write(more);
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

test('HTTP/1.0 is answered and its connection closed', async () => {
  const body = BODY();
  const answer = await exchange(`${headOf({ version: '1.0', head: [length(body)] })}\r\n${body}`);
  expect(answer).toMatch(/^HTTP\/1\.1 201 .*\r\nConnection: close\r\n.*"estado":"exito"/s);
});

test('after chunks in HTTP/1.0 the connection is closed, also where it should stay', async () => {
  const body = BODY();
  const head = headOf({
    version: '1.0',
    head: ['Transfer-Encoding: chunked', 'Connection: keep-alive'],
  });
  const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
  const answer = await exchange(`${head}\r\n${chunk}0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 201 .*\r\nConnection: close\r\n/s);
});

/** Sends a body in chunks of so many characters, with a trailer. */
function inChunks(body: string, size: number): Promise<string> {
  const chunks = body.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  const sized = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
  const head = headOf({ head: ['Transfer-Encoding: chunked', 'Connection: close'] });
  return exchange(`${head}\r\n${sized.join('')}0\r\nX-Trailer: 1\r\n\r\n`);
}

test('a body in chunks of any size, with a trailer, is one body', async () => {
  expect(await inChunks(BODY(), 37)).toMatch(/^HTTP\/1\.1 201 /);
  expect(await inChunks(BODY() + ' '.repeat(900_000), 50_000)).toMatch(/^HTTP\/1\.1 201 /);
});

test('a body in chunks with too many values is refused before its end', async () => {
  const chunks = { head: ['Transfer-Encoding: chunked', 'Connection: close'] };
  const values = `{"items":[${'0,'.repeat(20_000)}`;
  const chunk = `${values.length.toString(16)}\r\n${values}\r\n`;
  const answer = await exchange(`${headOf(chunks)}\r\n${chunk}`, (text) =>
    text.includes('demasiados datos') ? '0\r\n\r\n' : undefined,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
});

test('a caller that expects 100-continue gets it, and sends its body then', async () => {
  const body = BODY();
  const head = headOf({ head: [length(body), 'Expect: 100-continue', 'Connection: close'] });
  let sent = false;
  const answer = await exchange(`${head}\r\n`, (text) => {
    if (sent || !text.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) return undefined;
    sent = true;
    return body;
  });
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test.each<[string, (name: string) => string]>([
  ['upper', (name) => name.toUpperCase()],
  ['lower', (name) => name.toLowerCase()],
])('the names of headers may be in %s case', async (_case, spelt) => {
  const body = BODY();
  const head = headOf({ spelt, head: [length(body), 'Connection: close'] });
  expect(await exchange(`${head}\r\n${body}`)).toMatch(/^HTTP\/1\.1 201 /);
});

test.each(['text/html', 'application/xml;q=1, */*;q=0', 'application/vnd.rafaga.v9+json', 'x'])(
  'Accept «%s» changes nothing',
  async (accept) => {
    const { api, tenant } = fixture;
    const reply = await api.boleta({ ...tenant.credentials, Accept: accept });
    expect(reply.status).toBe(201);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  },
);

/** Sends the bytes and leaves as `leave` says, without an answer. */
const abandon = (bytes: string, leave: 'closes' | 'closes its side' | 'resets') =>
  new Promise<void>((resolve) => {
    const socket = connect(fixture.api.port, '127.0.0.1', () =>
      socket.write(bytes, () => {
        if (leave === 'closes') socket.destroy();
        else if (leave === 'resets') socket.resetAndDestroy();
        else socket.end().resume();
      }),
    );
    socket.on('error', () => undefined).on('close', () => resolve());
  });

const documentsOf = async (reference: string): Promise<number> => {
  const { rows } = await fixture.api.db.pool.query(
    'SELECT 1 FROM "references" WHERE business_id = $1 AND key = $2',
    [fixture.tenant.id, reference],
  );
  return rows.length;
};

test.each(['closes', 'closes its side', 'resets'] as const)(
  'a caller that %s before the answer finds its sale once when it repeats it',
  async (leave) => {
    const { api, tenant } = fixture;
    const body = aBoleta();
    const text = JSON.stringify(body);
    const references = Array.from({ length: 8 }, () => aReference());
    await Promise.all(
      references.map((reference) =>
        abandon(`${headOf({ reference, head: [length(text)] })}\r\n${text}`, leave),
      ),
    );
    const ids = new Set<number>();
    for (const reference of references) {
      const reply = await waitFor('the repeated sale', async () => {
        const again = await api.boleta(tenant.credentials, body, reference);
        return again.status === 201 && again;
      });
      ids.add(reply.json.datos.id);
      expect(await documentsOf(reference)).toBe(1);
    }
    expect(ids.size).toBe(references.length);
  },
);

test('a caller that leaves while its sale is written finds the sale, not a new one', async () => {
  const { api, tenant } = fixture;
  const body = aBoleta();
  const text = JSON.stringify(body);
  const reference = aReference();
  const socket = connect(api.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${headOf({ reference, head: [length(text)] })}\r\n${text}`);
  await waitFor('the sale', async () => (await documentsOf(reference)) === 1);
  socket.resetAndDestroy();
  const reply = await api.boleta(tenant.credentials, body, reference);
  expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([201, 'true']);
});
