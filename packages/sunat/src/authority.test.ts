import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Authority, createAuthority } from './authority.js';
import {
  type Answer,
  bill,
  fault,
  type Misbehaving,
  misbehaving,
  says,
  soap,
  status,
} from './misbehaving.js';
import type { Reply, StatusReply } from './reply.js';

const ACCESS = { user: '20123456786MODDATOS', password: 'a<b&c' };
const ZIP = Buffer.from('PK\u0003\u0004 and so on');
const CONTENT = ZIP.toString('base64');
const TIMEOUTS = {
  lookup: 400,
  connect: 400,
  secureConnect: 400,
  send: 400,
  response: 400,
  request: 800,
};
const DOCUMENT = { ruc: '20123456786', type: '01', series: 'F001', number: 7 };

let peer: Misbehaving;
let authority: Authority;
beforeAll(async () => {
  peer = await misbehaving();
  authority = createAuthority({
    billUrl: `${peer.url}/bill`,
    consultUrl: `${peer.url}/consult`,
    timeouts: TIMEOUTS,
  });
});
afterAll(async () => {
  authority.close();
  await peer.stop();
});

const send = (answer: Answer): Promise<Reply> => {
  peer.answer(answer);
  return authority.send('20123456786-03-B001-1', ZIP, ACCESS);
};
const ask = (answer: Answer): Promise<StatusReply> => {
  peer.answer(answer);
  if (!authority.statusCdr) throw new Error('has somebody to ask');
  return authority.statusCdr(DOCUMENT, ACCESS);
};

test('a document travels as the WSDL says, with its user in the header and marks escaped', async () => {
  expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr', zip: ZIP });
  const { url, headers, body } = peer.requests.at(-1) ?? { url: '', headers: {}, body: '' };
  expect(url).toBe('/bill');
  expect(headers.soapaction).toBe('"urn:sendBill"');
  expect(body).toContain('<wsse:Username>20123456786MODDATOS</wsse:Username>');
  expect(body).toContain('>a&lt;b&amp;c</wsse:Password>');
  expect(body).toContain(
    `<fileName>20123456786-03-B001-1.zip</fileName><contentFile>${CONTENT}</contentFile>`,
  );
});

const FAULTS: [shape: string, body: string, code: string][] = [
  ['in the fault code', fault('soap-env:Client.0102', 'Usuario o contrasena incorrectos'), '0102'],
  ['as a fault of the server', fault('soap-env:Server.0109', 'no disponible'), '0109'],
  ['in three digits', fault('soap-env:Server.200', 'batch'), '0200'],
  ['alone', fault('1033', 'registrado previamente'), '1033'],
  ['in the text only', fault('soap-env:Client', '0151'), '0151'],
  [
    'deep in the text',
    fault(
      'soap-env:Server',
      'Detalle: xxx value="ticket: 1" error: INFO: 1032 (nodo: "a" valor: "b")',
    ),
    '1032',
  ],
  ['before the text', fault('soap-env:Client', '0306 No se puede leer'), '0306'],
];
test.each(FAULTS)('a fault is read with its number %s', async (_shape, body, code) => {
  for (const httpStatus of [500, 200])
    expect(await send(says(body, httpStatus))).toMatchObject({ is: 'fault', code });
});

test('another prefix and another encoding are the same answer', async () => {
  const latin = soap(
    '<S:Fault><faultcode>S:Client.0104</faultcode><faultstring>Contraseña</faultstring></S:Fault>',
    'S',
  );
  const reply = await send(says(Buffer.from(latin.replace('UTF-8', 'ISO-8859-1'), 'latin1'), 500));
  expect(reply).toMatchObject({ is: 'fault', code: '0104', text: 'Contraseña' });
});

const NONSENSE: [what: string, answer: Answer][] = [
  ['an HTML page with 200', says('<html><body>Mantenimiento</body></html>', 200, 'text/html')],
  ['an HTML page with 502', says('<html><h1>502 Bad Gateway</h1></html>', 502, 'text/html')],
  ['an empty 200', says('')],
  ['a 401 without a word', says('', 401)],
  [
    'a sentence in place of the zip',
    says(bill(Buffer.from('El servicio no responde').toString('base64'))),
  ],
  ['no zip', says(bill(''))],
  ['a fault without a number', says(fault('soap-env:Server', 'Internal Error'), 500)],
  ['an answer to another question', says(status('0001', 'x'))],
  ['a DOCTYPE', says(`<!DOCTYPE a [<!ENTITY b "c">]>${bill(CONTENT).slice(38)}`)],
  ['a deep nest', says(soap('<a>'.repeat(5_000) + '</a>'.repeat(5_000)))],
  ['half an envelope', says(bill(CONTENT).slice(0, 200))],
  ['UTF-16', says(Buffer.from(`\ufeff${bill(CONTENT)}`, 'utf16le'))],
  [
    'an envelope of another kind',
    says(bill(CONTENT).replaceAll('http://schemas.xmlsoap.org/soap/envelope/', 'urn:x')),
  ],
  [
    'a redirect',
    (_request, response) =>
      void response.writeHead(302, { Location: `${peer.url}/elsewhere` }).end(),
  ],
];
test.each(NONSENSE)('%s is nonsense, with what was said kept', async (_what, answer) => {
  const reply = await send(answer);
  expect(reply).toMatchObject({
    is: 'nonsense',
    why: expect.any(String),
    excerpt: expect.any(Buffer),
  });
  expect(peer.requests.at(-1)?.url).toBe('/bill');
});

const SILENCES: [what: string, answer: Answer][] = [
  ['an answer that never comes', () => undefined],
  ['a connection that is cut', (_request, _response, socket) => void socket.resetAndDestroy()],
  ['a connection that is closed', (_request, _response, socket) => void socket.end()],
  [
    'an answer that is cut',
    (_request, response, socket) => {
      response.writeHead(200, { 'Content-Length': 1_000 }).write('<soap');
      setTimeout(() => socket.destroy(), 20);
    },
  ],
  [
    'an answer that drips',
    (_request, response, socket) => {
      const timer = setInterval(() => response.write('<'), 100);
      socket.on('close', () => clearInterval(timer));
    },
  ],
  [
    '20 MB',
    (_request, response) => void response.writeHead(200).end(Buffer.alloc(20_000_000, 'A')),
  ],
];
test.each(SILENCES)('%s may have been a receipt', async (_what, answer) => {
  expect(await send(answer)).toMatchObject({
    is: 'silence',
    reached: 'maybe',
    why: expect.any(String),
  });
});

test('what nobody took was never sent', async () => {
  const nobody = createAuthority({ billUrl: 'http://127.0.0.1:1/bill', timeouts: TIMEOUTS });
  expect(await nobody.send('x', ZIP, ACCESS)).toEqual({
    is: 'silence',
    reached: 'never',
    why: 'ECONNREFUSED',
  });
  const nowhere = createAuthority({ billUrl: 'http://nombre.invalid/bill', timeouts: TIMEOUTS });
  expect(await nowhere.send('x', ZIP, ACCESS)).toMatchObject({ is: 'silence', reached: 'never' });
});

test('a handshake that never ends, or fails, has sent nothing', async () => {
  const mute = createServer((socket) => void socket.resume());
  await new Promise<void>((resolve) => void mute.listen(0, '127.0.0.1', resolve));
  const dumb = createAuthority({
    billUrl: `https://127.0.0.1:${(mute.address() as AddressInfo).port}/bill`,
    timeouts: TIMEOUTS,
  });
  expect(await dumb.send('x', ZIP, ACCESS)).toMatchObject({ is: 'silence', reached: 'never' });
  const plain = createAuthority({
    billUrl: `${peer.url.replace('http:', 'https:')}/bill`,
    timeouts: TIMEOUTS,
  });
  expect(await plain.send('x', ZIP, ACCESS)).toMatchObject({ is: 'silence', reached: 'never' });
  dumb.close();
  mute.close();
});

test("addresses of a machine's own services are refused, in every spelling", async () => {
  for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '0.0.0.0', '[fe80::1]'])
    await expect(
      createAuthority({ billUrl: `http://${host}/bill`, timeouts: TIMEOUTS }).send(
        'x',
        ZIP,
        ACCESS,
      ),
    ).resolves.toMatchObject({
      is: 'silence',
      reached: 'never',
      why: expect.stringContaining('no es de una autoridad'),
    });
});

test('too many requests are no receipt, and say when to come back', async () => {
  const busy: Answer = (_request, response) =>
    void response.writeHead(429, { 'Retry-After': '7' }).end();
  expect(await send(busy)).toEqual({ is: 'throttled', why: 'HTTP 429', retryAfterMs: 7_000 });
});

test('a connection is used again, until the server lets go of it', async () => {
  const before = peer.connections;
  for (let i = 0; i < 5; i++) expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr' });
  expect(peer.connections).toBeLessThanOrEqual(before + 1);
  const letsGo: Answer = (request, response, socket) => {
    response.on('finish', () => socket.end());
    says(bill(CONTENT))(request, response, socket);
  };
  for (let i = 0; i < 5; i++) {
    expect(await send(letsGo)).toMatchObject({ is: 'cdr' });
    // the server's farewell takes its way through the loop
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('the consultation gives a CDR, or says why not', async () => {
  expect(await ask(says(status('0004', 'La constancia existe', CONTENT)))).toMatchObject({
    is: 'cdr',
    zip: ZIP,
  });
  expect(await ask(says(status('0011', 'El comprobante no existe')))).toEqual({
    is: 'status',
    code: '0011',
    text: 'El comprobante no existe',
  });
  expect(await ask(says(fault('soap-env:Client.0012', 'no le pertenece'), 500))).toMatchObject({
    is: 'status',
    code: '0012',
  });
  expect(await ask(says(fault('soap-env:Client.0102', 'clave'), 500))).toMatchObject({
    is: 'fault',
    code: '0102',
  });
  expect(peer.requests.at(-1)).toMatchObject({
    url: '/consult',
    headers: { soapaction: '"urn:getStatusCdr"' },
  });
  expect(peer.requests.at(-1)?.body).toContain(
    '<rucComprobante>20123456786</rucComprobante><tipoComprobante>01</tipoComprobante>' +
      '<serieComprobante>F001</serieComprobante><numeroComprobante>7</numeroComprobante>',
  );
});

test('a second exchange on a connection says so; one that asks for its own connection has it to itself', async () => {
  const replies = [];
  for (const connection of ['shared', 'shared', 'own', 'shared'] as const) {
    peer.answer(says(bill(CONTENT)));
    replies.push(await authority.send('20123456786-03-B001-1', ZIP, ACCESS, connection));
  }
  const [, second, third, fourth] = replies.map((reply) => reply.is === 'cdr' && reply.reused);
  expect([second, third, fourth]).toEqual([true, false, true]);
});

test('each question has a connection of its own, so that an answer too many reaches no other', async () => {
  await ask(says(status('0011', 'no existe')));
  const before = peer.connections;
  await ask(says(status('0011', 'no existe')));
  await ask(says(status('0011', 'no existe')));
  expect(peer.connections).toBe(before + 2);
});

test('a connection on which a fault came is closed with it', async () => {
  await send(says(fault('soap-env:Server.0109', 'x'), 500));
  const before = peer.connections;
  expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr', reused: false });
  expect(peer.connections).toBe(before + 1);
});

test('a connection that speaks unasked while it rests is closed, and what it said is answered to no request', async () => {
  const stray = fault('soap-env:Client.2800', 'de otro');
  await send((request, response, socket) => {
    says(bill(CONTENT))(request, response, socket);
    setTimeout(
      () => socket.write(`HTTP/1.1 500 X\r\nContent-Length: ${stray.length}\r\n\r\n${stray}`),
      20,
    );
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr', reused: false });
});

test('an answer out of turn on a busy connection is told to be on one: it proves nothing', async () => {
  const stray = fault('soap-env:Client.2800', 'de otro');
  await send(says(bill(CONTENT)));
  const reply = await send((_request, response, socket) => {
    socket.write(`HTTP/1.1 500 X\r\nContent-Length: ${stray.length}\r\n\r\n${stray}`);
    response.destroy();
  });
  expect(reply).toMatchObject({ is: 'fault', code: '2800', reused: true });
});
