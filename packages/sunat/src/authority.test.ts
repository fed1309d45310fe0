/** Tests the client against a real server that gives correct, faulty and missing answers. */
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operatorPolicy } from '@rafaga/runtime/network';
import {
  bill,
  fault,
  type Handler,
  type MisbehavingServer,
  says,
  soap,
  startMisbehavingServer,
  status,
} from '../testing/misbehavingServer.js';
import { type Authority, createAuthority } from './authority.js';
import { type Reply, type StatusReply, throttled } from './reply.js';

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
const LOCAL = operatorPolicy();

let peer: MisbehavingServer;
let authority: Authority;
beforeAll(async () => {
  peer = await startMisbehavingServer();
  authority = createAuthority({
    billUrl: `${peer.url}/bill`,
    consultUrl: `${peer.url}/consult`,
    timeouts: TIMEOUTS,
    policy: LOCAL,
  });
});
afterAll(async () => {
  authority.close();
  await peer.stop();
});

const send = (answer: Handler): Promise<Reply> => {
  peer.answer(answer);
  return authority.send('20123456786-03-B001-1', ZIP, ACCESS);
};
const query = (answer: Handler): Promise<StatusReply> => {
  peer.answer(answer);
  if (!authority.statusCdr) throw new Error('the service is configured');
  return authority.statusCdr(DOCUMENT, ACCESS);
};

test('a document is sent as the WSDL says, with an escaped user in the header', async () => {
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

test('a request on a kept connection has the headers of the one that opened it', async () => {
  await send(says(bill(CONTENT), 500)); // its connection is closed
  const access = { user: 'MODDATOS', password: 'contraseña' };
  const before = peer.connections;
  peer.answer(says(bill(CONTENT)));
  for (let sent = 0; sent < 2; sent++) await authority.send('20123456786-03-B001-1', ZIP, access);
  expect(peer.connections).toBe(before + 1);
  const [opened, kept] = peer.requests.slice(-2);
  const { 'accept-encoding': _ofGot, ...headers } = opened?.headers ?? {};
  expect(kept).toEqual({ ...opened, headers });
  expect(headers).toMatchObject({ host: new URL(peer.url).host, 'user-agent': 'rafaga' });
});

const FAULTS: [shape: string, body: string, code: string][] = [
  ['in the fault code', fault('soap-env:Client.0102', 'Usuario o contrasena incorrectos'), '0102'],
  ['as a fault of the server', fault('soap-env:Server.0109', 'no disponible'), '0109'],
  ['in three digits', fault('soap-env:Server.200', 'batch'), '0200'],
  ['alone', fault('1033', 'registrado previamente'), '1033'],
  ['in the text only', fault('soap-env:Client', '0151'), '0151'],
  [
    'inside the text',
    fault(
      'soap-env:Server',
      'Detalle: xxx value="ticket: 1" error: INFO: 1032 (nodo: "a" valor: "b")',
    ),
    '1032',
  ],
  ['before the text', fault('soap-env:Client', '0306 No se puede leer'), '0306'],
];
test.each(FAULTS)('a fault is read with its code %s', async (_shape, body, code) => {
  for (const httpStatus of [500, 200])
    expect(await send(says(body, httpStatus))).toMatchObject({ is: 'fault', code });
});

test.each([
  ['2335', 'El documento electrónico ingresado ha sido alterado'],
  ['', 'El documento electrónico ingresado ha sido alterado'],
])('a fault whose text is «%s» says what its detail says', async (faultstring, message) => {
  const body = soap(
    `<soap-env:Fault><faultcode>soap-env:Server.2335</faultcode>` +
      `<faultstring>${faultstring}</faultstring>` +
      `<detail><message>${message}</message></detail></soap-env:Fault>`,
  );
  expect(await send(says(body, 500))).toMatchObject({ is: 'fault', code: '2335', text: message });
});

test('the text of a fault is not replaced by its detail', async () => {
  const body = fault('soap-env:Client.0102', 'Usuario incorrecto').replace(
    '</soap-env:Fault>',
    '<detail><message>otro</message></detail></soap-env:Fault>',
  );
  expect(await send(says(body, 500))).toMatchObject({ text: 'Usuario incorrecto' });
});

test('another prefix and another encoding are the same answer', async () => {
  const latin = soap(
    '<S:Fault><faultcode>S:Client.0104</faultcode><faultstring>Contraseña</faultstring></S:Fault>',
    'S',
  );
  const reply = await send(says(Buffer.from(latin.replace('UTF-8', 'ISO-8859-1'), 'latin1'), 500));
  expect(reply).toMatchObject({ is: 'fault', code: '0104', text: 'Contraseña' });
});

const UNREADABLE: [what: string, answer: Handler][] = [
  ['an HTML page with 400', says('<html><body>No existe</body></html>', 400, 'text/html')],
  ['a text with 404', says('No existe', 404, 'text/plain')],
  ['a text with 200', says('Mantenimiento', 200, 'text/plain')],
  ['a 401 without a word', says('', 401)],
  [
    'a sentence in place of the zip',
    says(bill(Buffer.from('El servicio no responde').toString('base64'))),
  ],
  ['no zip', says(bill(''))],
  ['a fault without a number', says(fault('soap-env:Client', 'Security check failed'), 500)],
  ['an answer to another question', says(status('0001', 'x'))],
  ['a DOCTYPE', says(`<!DOCTYPE a [<!ENTITY b "c">]>${bill(CONTENT).slice(38)}`)],
  ['a deep nest', says(soap('<a>'.repeat(5_000) + '</a>'.repeat(5_000)))],
  ['half an envelope', says(bill(CONTENT).slice(0, 200))],
  ['UTF-16', says(Buffer.from(`\ufeff${bill(CONTENT)}`, 'utf16le'))],
  [
    'an envelope of another kind',
    says(bill(CONTENT).replaceAll('http://schemas.xmlsoap.org/soap/envelope/', 'urn:x')),
  ],
];
test.each([
  ['an HTML page', '<html><h1>502 Bad Gateway</h1></html>'],
  ['nothing', ''],
])('%s with HTTP 5xx is a failure of the server', async (_what, body) => {
  for (const httpStatus of [500, 502, 503, 504])
    expect(await send(says(body, httpStatus, 'text/html'))).toMatchObject({
      is: 'server_error',
      reason: expect.stringContaining(`HTTP ${httpStatus}`),
    });
});

test.each([
  '<html><body>Mantenimiento</body></html>',
  '\ufeff\n<!-- \n --><!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><HTML>Mantenimiento',
  '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN"><html>Mantenimiento',
])('a web page with HTTP 200 or 404 is a failure of the server: %s', async (page) => {
  for (const httpStatus of [200, 404])
    expect(await send(says(page, httpStatus, 'text/html'))).toEqual({
      is: 'server_error',
      reason: `HTTP ${httpStatus} sin SOAP: Mantenimiento`,
    });
});

test('an empty 200 is a failure of the server', async () => {
  const failed = { is: 'server_error', reason: 'HTTP 200 vacío' };
  expect([await send(says('')), await query(says(''))]).toEqual([failed, failed]);
});

test('the words of a page are told: a firewall says which ID its operator asks for', async () => {
  const page =
    '<html><head><title>Request Rejected</title><style>p > a {}</style></head><body>\0Your ' +
    'support ID is:\n\t112233<br><script>if (1 < 2) history.back()</script></body></html>';
  for (const httpStatus of [200, 403, 503])
    expect(await send(says(page, httpStatus, 'text/html'))).toMatchObject({
      reason: `HTTP ${httpStatus} sin SOAP: Request Rejected Your support ID is: 112233`,
    });
  expect(await send(says(`<html>${'<p>a'.repeat(300_000)}`, 403))).toMatchObject({
    is: 'unreadable',
    blocked: true,
    reason: expect.stringMatching(/^.{200,250}$/),
  });
});

test('a fault of the server without a number is a failure, perhaps over the file', async () => {
  expect(await send(says(fault('soap-env:Server', 'Internal Error'), 500))).toEqual({
    is: 'server_error',
    reason: 'HTTP 500: fallo SOAP del servidor, sin número: Internal Error',
    fault: true,
  });
  expect(await send(says(fault('env:Client', 'Internal Error (from client)'), 500))).toMatchObject({
    is: 'server_error',
    fault: true,
  });
  expect(await send(says(fault('wsse:InvalidSecurity', 'Error code:1000'), 500))).toMatchObject({
    is: 'unreadable',
    reason: 'HTTP 500: fallo SOAP sin número: Error code:1000',
  });
});

test('a redirect is not followed, but told without the query of its address', async () => {
  const moved: Handler = (_request, response) =>
    void response.writeHead(302, { Location: `${peer.url}/elsewhere?session=7` }).end();
  const reason = `HTTP 302 que remite a ${peer.url}/elsewhere`;
  expect(await send(moved)).toMatchObject({ is: 'unreadable', reason });
  expect(peer.requests.at(-1)?.url).toBe('/bill');
});

test('a compressed answer, which was not asked for, is not read, and told as one', async () => {
  const compressed: Handler = (_request, response) =>
    void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(bill(CONTENT)));
  expect(await send(compressed)).toMatchObject({
    is: 'unreadable',
    reason: 'HTTP 200 sin SOAP, comprimido (gzip)',
  });
});

test.each(UNREADABLE)('%s is unreadable, and an excerpt of it is kept', async (_what, answer) => {
  const reply = await send(answer);
  expect(reply).toMatchObject({
    is: 'unreadable',
    reason: expect.any(String),
    excerpt: expect.any(Buffer),
  });
});

const LOST_ANSWERS: [what: string, answer: Handler][] = [
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
test.each(LOST_ANSWERS)('%s: the document may have been delivered', async (_what, answer) => {
  expect(await send(answer)).toMatchObject({
    is: 'transport_error',
    delivered: 'unknown',
    reason: expect.any(String),
  });
});

test.each(LOST_ANSWERS)('%s, on an open connection, too', async (_what, answer) => {
  expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr' });
  const before = peer.connections;
  expect(await send(answer)).toMatchObject({
    is: 'transport_error',
    delivered: 'unknown',
    reason: expect.any(String),
  });
  expect(peer.connections).toBe(before);
});

const NO_ANSWER_FOLLOWS: [string, Handler][] = [
  [
    'a body in chunks of a byte',
    (_request, _response, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write(`${'1\r\na\r\n'.repeat(50_000)}0\r\n\r\n`);
    },
  ],
  [
    'interim answers without end',
    (_request, _response, socket) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100));
    },
  ],
  [
    'a change of protocol',
    (_request, _response, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n');
      socket.write('Upgrade: h2c\r\n\r\n');
    },
  ],
];

test.each(NO_ANSWER_FOLLOWS)(
  '%s: the exchange ends, also on an open connection',
  async (_, answer) => {
    const ended = {
      is: 'transport_error',
      delivered: 'unknown',
      reason: expect.not.stringContaining('tiempo agotado'),
    };
    await send(says(bill(CONTENT), 500)); // its connection is closed
    expect(await send(answer)).toEqual(ended);
    await send(says(bill(CONTENT)));
    expect(await send(answer)).toEqual(ended);
  },
);

test('a request on an open connection is the same as the one that opened it', async () => {
  await send(says(fault('soap-env:Server.0109', 'closes the connection'), 500));
  const sent = [];
  for (let i = 0; i < 2; i++) {
    expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr', reused: i === 1 });
    sent.push(peer.requests.at(-1));
  }
  expect(sent[1]).toEqual(sent[0]);
});

test('a request without a connection was not delivered', async () => {
  const unreachable = createAuthority({
    billUrl: 'http://127.0.0.1:1/bill',
    timeouts: TIMEOUTS,
    policy: LOCAL,
  });
  expect(await unreachable.send('x', ZIP, ACCESS)).toEqual({
    is: 'transport_error',
    delivered: 'no',
    reason: 'ECONNREFUSED',
  });
  const unknownHost = createAuthority({
    billUrl: 'http://nombre.invalid/bill',
    timeouts: TIMEOUTS,
    policy: LOCAL,
  });
  expect(await unknownHost.send('x', ZIP, ACCESS)).toMatchObject({
    is: 'transport_error',
    delivered: 'no',
  });
});

test('a TLS handshake that never ends, or fails, has delivered nothing', async () => {
  const silentServer = createServer((socket) => void socket.resume());
  await new Promise<void>((resolve) => void silentServer.listen(0, '127.0.0.1', resolve));
  const waiting = createAuthority({
    billUrl: `https://127.0.0.1:${(silentServer.address() as AddressInfo).port}/bill`,
    timeouts: TIMEOUTS,
    policy: LOCAL,
  });
  expect(await waiting.send('x', ZIP, ACCESS)).toMatchObject({
    is: 'transport_error',
    delivered: 'no',
  });
  const plain = createAuthority({
    billUrl: `${peer.url.replace('http:', 'https:')}/bill`,
    timeouts: TIMEOUTS,
    policy: LOCAL,
  });
  expect(await plain.send('x', ZIP, ACCESS)).toMatchObject({
    is: 'transport_error',
    delivered: 'no',
  });
  waiting.close();
  silentServer.close();
});

test("addresses of a machine's own services are refused, in every spelling", async () => {
  for (const host of ['169.254.169.254', '[::ffff:169.254.169.254]', '0.0.0.0', '[fe80::1]'])
    await expect(
      createAuthority({ billUrl: `http://${host}/bill`, timeouts: TIMEOUTS, policy: LOCAL }).send(
        'x',
        ZIP,
        ACCESS,
      ),
    ).resolves.toMatchObject({
      is: 'transport_error',
      delivered: 'no',
      reason: expect.stringContaining('no está permitida'),
    });
});

test('without a policy no private address is connected to, by number or by name', async () => {
  const before = peer.connections;
  const { port } = new URL(peer.url);
  for (const address of [peer.url, `https://127.0.0.1:${port}`, `https://localhost:${port}`])
    await expect(
      createAuthority({ billUrl: `${address}/bill`, timeouts: TIMEOUTS }).send('x', ZIP, ACCESS),
    ).resolves.toMatchObject({ is: 'transport_error', delivered: 'no' });
  expect(peer.connections).toBe(before);
});

test('HTTP 429 is no receipt, and says when to try again', async () => {
  const busy: Handler = (_request, response) =>
    void response.writeHead(429, { 'Retry-After': '7' }).end();
  expect(await send(busy)).toEqual({ is: 'throttled', reason: 'HTTP 429', retryAfterMs: 7_000 });
  expect(throttled('0')).toMatchObject({ retryAfterMs: 1_000 });
  expect(throttled('86400')).toMatchObject({ retryAfterMs: 300_000 });
});

test('a connection is reused until the server closes it', async () => {
  const before = peer.connections;
  for (let i = 0; i < 5; i++) expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr' });
  expect(peer.connections).toBeLessThanOrEqual(before + 1);
  const closes: Handler = (request, response, socket) => {
    response.on('finish', () => socket.end());
    says(bill(CONTENT))(request, response, socket);
  };
  for (let i = 0; i < 5; i++) {
    expect(await send(closes)).toMatchObject({ is: 'cdr' });
    // the end of the connection arrives a turn of the event loop later
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('getStatusCdr gives a CDR, or a status', async () => {
  expect(await query(says(status('0004', 'La constancia existe', CONTENT)))).toMatchObject({
    is: 'cdr',
    zip: ZIP,
  });
  expect(await query(says(status('0011', 'El comprobante no existe')))).toEqual({
    is: 'status',
    code: '0011',
    text: 'El comprobante no existe',
  });
  expect(await query(says(fault('soap-env:Client.0012', 'no le pertenece'), 500))).toMatchObject({
    is: 'status',
    code: '0012',
  });
  for (const code of ['0102', '0001', '0003', '0004'])
    expect(await query(says(fault(`soap-env:Client.${code}`, 'x'), 500))).toMatchObject({
      is: 'fault',
      code,
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

test('a second exchange reuses a connection; one on a connection of its own does not', async () => {
  const replies = [];
  for (const connection of ['shared', 'shared', 'own', 'shared'] as const) {
    peer.answer(says(bill(CONTENT)));
    replies.push(await authority.send('20123456786-03-B001-1', ZIP, ACCESS, connection));
  }
  const [, second, third, fourth] = replies.map((reply) => reply.is === 'cdr' && reply.reused);
  expect([second, third, fourth]).toEqual([true, false, true]);
});

test('each query has a connection of its own: an answer too many reaches no other', async () => {
  await query(says(status('0011', 'no existe')));
  const before = peer.connections;
  await query(says(status('0011', 'no existe')));
  await query(says(status('0011', 'no existe')));
  expect(peer.connections).toBe(before + 2);
});

test('a connection on which a fault came is closed with it', async () => {
  await send(says(fault('soap-env:Server.0109', 'x'), 500));
  const before = peer.connections;
  expect(await send(says(bill(CONTENT)))).toMatchObject({ is: 'cdr', reused: false });
  expect(peer.connections).toBe(before + 1);
});

test('an idle connection that receives data is closed, and the data answers nothing', async () => {
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

test('an answer out of turn on a busy connection is marked as reused', async () => {
  const stray = fault('soap-env:Client.2800', 'de otro');
  await send(says(bill(CONTENT)));
  const reply = await send((_request, response, socket) => {
    socket.write(`HTTP/1.1 500 X\r\nContent-Length: ${stray.length}\r\n\r\n${stray}`);
    response.destroy();
  });
  expect(reply).toMatchObject({ is: 'fault', code: '2800', reused: true });
});
