/** Alerts by e-mail to servers that are hostile: no password in clear, no delivery without end. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { testMessage } from '../../apps/panel/src/alerts/alertMessage.js';
import { createEmailChannel } from '../../apps/panel/src/alerts/email.js';
import { tlsCertificate } from '../../packages/certificates/testing/tlsCertificate.js';

const MESSAGE = testMessage(new URL('https://panel.prueba.pe'), new Date());
const MAIL = { from: 'rafaga@prueba.pe', to: 'guardia@prueba.pe' };
const { ca, cert, key } = tlsCertificate();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function aServer(options: SMTPServerOptions) {
  const [passwords, mails]: [string[], string[]] = [[], []];
  const smtp = new SMTPServer({
    allowInsecureAuth: true,
    authOptional: true,
    onAuth({ password }, _session, done) {
      passwords.push(String(password));
      done(null, { user: 'rafaga' });
    },
    onData(stream, _session, done) {
      stream
        .toArray()
        .then((parts) => mails.push(Buffer.concat(parts).toString()))
        .then(() => done(), done);
    },
    ...options,
  });
  smtp.on('error', () => undefined);
  closing.push(() => smtp.close());
  return { port: await portOf(smtp.server as Server), passwords, mails };
}

/** A server without STARTTLS, as one is when its offer is removed on the way. */
const aServerInClear = () => aServer({ disabledCommands: ['STARTTLS'] });

async function aRawServer(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    closing.push(() => socket.destroy());
    talk(socket.on('error', () => undefined));
  });
  closing.push(() => server.close());
  return portOf(server);
}

const deliver = (smtpUrl: string, withinMs?: number) =>
  createEmailChannel({ ...MAIL, smtpUrl }, withinMs).deliver(MESSAGE);

test('a password is not sent to a server without STARTTLS', async () => {
  const { port, passwords } = await aServerInClear();
  const error = await deliver(`smtp://rafaga:una-clave@127.0.0.1:${port}`).catch((e: Error) => e);
  expect(String(error)).toMatch(/no ofrece STARTTLS.*no se envió.*\?requireTLS=false/);
  expect(passwords).toEqual([]);
});

test('a password is not sent to a server that refuses EHLO', async () => {
  const received: string[] = [];
  const port = await aRawServer((socket) => {
    socket.write('220 hola\r\n');
    socket.on('data', (line) => {
      received.push(String(line));
      socket.write(String(line).startsWith('EHLO') ? '502 no\r\n' : '250 bien\r\n');
    });
  });
  const delivery = deliver(`smtp://rafaga:una-clave@127.0.0.1:${port}`);
  await expect(delivery).rejects.toThrow('no ofrece STARTTLS');
  expect(received.join('')).not.toMatch(/AUTH/);
});

test.each([
  ['the address says so', 'rafaga:una-clave@', '/?requireTLS=false', ['una-clave']],
  ['there is no password', '', '', []],
])('a server without STARTTLS gets messages when %s', async (_, user, query, expected) => {
  const { port, passwords, mails } = await aServerInClear();
  await deliver(`smtp://${user}127.0.0.1:${port}${query}`);
  expect(passwords).toEqual(expected);
  expect(mails).toHaveLength(1);
});

const trusting = `tls.ca=${encodeURIComponent(ca)}`;

test.each([
  ['smtp', false],
  ['smtps', true],
])('over %s a password goes only to the server of the certificate', async (scheme, secure) => {
  const { port, passwords } = await aServer({ secure, key, cert });
  const address = `${scheme}://rafaga:una-clave@127.0.0.1:${port}/`;
  await expect(deliver(address)).rejects.toThrow('el certificado del servidor de correo no vale');
  const ofAnother = deliver(`${address}?${trusting}&tls.servername=correo.prueba.pe`);
  await expect(ofAnother).rejects.toThrow('el certificado del servidor de correo no vale');
  expect(passwords).toEqual([]);
  await deliver(`${address}?${trusting}`);
  expect(passwords).toEqual(['una-clave']);
});

test('what a server answers to a password is not shown: it may repeat it', async () => {
  const { port } = await aServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) => done(new Error(`no vale ${password}`)),
  });
  const error = await deliver(`smtp://rafaga:una-clave@127.0.0.1:${port}/?requireTLS=false`).catch(
    (reason: Error) => reason,
  );
  expect(String(error)).toContain('no acepta el usuario o la clave');
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('una-clave');
});

const ENDLESS: Record<string, (socket: Socket) => void> = {
  'answers nothing': () => undefined,
  'answers a line now and then': (socket) => {
    const timer = setInterval(() => socket.write('250-un momento\r\n'), 20);
    socket.on('close', () => clearInterval(timer)).write('220 hola\r\n');
  },
  'takes the whole message and does not confirm it': (socket) => {
    let silent = false;
    socket.write('220 hola\r\n');
    socket.on('data', (line) => {
      if (!silent) socket.write(String(line).startsWith('DATA') ? '354 ya\r\n' : '250 bien\r\n');
      silent ||= String(line).startsWith('DATA');
    });
  },
};

test.each(Object.entries(ENDLESS))('a delivery ends when the server %s', async (_, talk) => {
  const port = await aRawServer(talk);
  const delivery = deliver(`smtp://127.0.0.1:${port}`, 500);
  await expect(delivery).rejects.toThrow('el servidor de correo no contestó a tiempo');
});

test('a name with line ends adds no header', async () => {
  const { port, mails } = await aServerInClear();
  const title = 'FALLA: Bodega\r\nBcc: otro@prueba.pe\r\n\r\n<b>otro texto</b>';
  const channel = createEmailChannel({ ...MAIL, smtpUrl: `smtp://127.0.0.1:${port}` });
  await channel.deliver({ ...MESSAGE, title });
  expect(mails[0]?.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
});
