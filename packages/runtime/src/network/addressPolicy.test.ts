/** Private addresses are refused, however they are written; tests where they are allowed. */
import type { LookupAddress, lookup } from 'node:dns';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { addressPolicy, allowedNetworks, operatorPolicy } from './addressPolicy.js';

const strict = addressPolicy([]);

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['0.0.0.0', '198.18.0.1', '192.0.2.1', '224.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['2130706433', '0x7f.1', '017700000001', 'localhost', 'a.localhost'],
  ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:10.0.0.1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]'],
  ...['[64:ff9b::169.254.169.254]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:a9fe:a9fe::]', '[2002:7f00:1::]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'],
])('%s is refused', (host) => {
  expect(strict.fault(`https://${host}/bill`)).toBeDefined();
});

test.each(['8.8.8.8', '[2800:a0::1]', '[64:ff9b::8.8.8.8]', '[::ffff:8.8.8.8]', 'ose.example.pe'])(
  '%s is public',
  (host) => {
    expect(strict.fault(`https://${host}/bill`)).toBeUndefined();
  },
);

test('without https only named networks are reached', () => {
  expect(strict.fault('http://ose.example.pe/')).toContain('https');
  const named = addressPolicy(['127.0.0.0/8', '::1', '10.9.0.0/16']);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.9.8.7', '[::ffff:10.9.8.7]'])
    expect(named.fault(`http://${host}/`)).toBeUndefined();
  expect(named.fault('http://8.8.8.8/')).toContain('RAFAGA_ALLOW_PRIVATE');
  expect(named.fault('https://10.8.0.1/')).toContain('es privada');
});

test.each([
  ['development', 'http://127.0.0.1:8080/', undefined],
  ['development', 'http://10.9.8.7/', expect.stringContaining('es privada')],
  ['production', 'http://127.0.0.1:8080/', expect.stringContaining('RAFAGA_ALLOW_PRIVATE')],
  ['production', 'https://127.0.0.1:8080/', expect.stringContaining('es privada')],
])('in %s, without the setting, %s', (mode, url, fault) => {
  const env = jest.replaceProperty(process, 'env', { NODE_ENV: mode });
  expect(addressPolicy(allowedNetworks().fallback ?? []).fault(url)).toEqual(fault);
  env.restore();
});

test('the addresses of credentials are refused even where everything is allowed', () => {
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '[::]'])
    expect(operatorPolicy().fault(`http://${host}/`)).toContain('no está permitida');
});

test.each(['ftp://ose.example.pe/', 'javascript:alert(1)', 'https://ana:clave@ose.example.pe/'])(
  '%s is no address of a service',
  (url) => {
    expect(strict.fault(url)).toBeDefined();
  },
);

test('the lookup of a socket refuses a name that leads to a private address', async () => {
  const resolve = (policy = strict) =>
    new Promise<readonly LookupAddress[]>((done, fail) => {
      policy.lookup('https:')('localhost', { all: true }, (error, addresses) =>
        error ? fail(error) : done(addresses as LookupAddress[]),
      );
    });
  await expect(resolve()).rejects.toMatchObject({ code: 'EFORBIDDEN' });
  const allowed = await resolve(addressPolicy(['127.0.0.0/8', '::1']));
  expect(allowed.map(({ address }) => address)).toContain('127.0.0.1');
});

test('a name whose address changes after it was judged leads to the judged one', async () => {
  const calls: string[] = [];
  const listen = async (host: string, port: number) => {
    const server = createServer((_req, res) => {
      calls.push(host);
      res.end();
    });
    await once(server.listen(port, host), 'listening');
    return server;
  };
  const service = await listen('127.0.0.2', 0);
  const { port } = service.address() as AddressInfo;
  const inside = await listen('127.0.0.1', port);
  // every answer of this DNS is another one: first the service, then this machine
  const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.2', '127.0.0.1'];
  let asked = 0;
  const resolve = ((_host: string, _options: object, done: (...args: unknown[]) => void) => {
    done(null, [{ address: answers[asked++ % answers.length], family: 4 }]);
  }) as unknown as typeof lookup;
  const policy = addressPolicy(['127.0.0.2'], resolve);
  const connect = () =>
    new Promise<string>((done) => {
      const url = `http://ose.example.pe:${port}/`;
      get(url, { agent: false, lookup: policy.lookup('http:') }, (res) => {
        res.resume().on('end', () => done('answered'));
      }).on('error', (error: NodeJS.ErrnoException) => done(String(error.code)));
    });
  expect([await connect(), await connect()]).toEqual(['answered', 'EFORBIDDEN']);
  expect([calls, asked]).toEqual([['127.0.0.2'], 2]);
  await Promise.all([service, inside].map((server) => once(server.close(), 'close')));
});
