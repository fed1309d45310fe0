/** A bucket without keys in its settings is opened by those of its machine, wherever they are. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { aBucket, type Bucket } from '../../testing/bucket.js';
import { createS3Store } from './store.js';

/** The only keys that the server of the bucket accepts. */
const KEYS = { AccessKeyId: 'S3RVER', SecretAccessKey: 'S3RVER' };
const UNTIL = new Date(Date.now() + 3_600_000).toISOString();
const ROLE = 'arn:aws:iam::123456789012:role/rafaga';
const TOKEN = 'token of the machine';

const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-aws-'));
const file = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

/** The answers of the services that give keys, by method and path. */
const ANSWERS: Record<string, (req: IncomingMessage) => string> = {
  'GET /container': ({ headers }) =>
    headers.authorization === TOKEN
      ? JSON.stringify({ ...KEYS, Token: 't', Expiration: UNTIL })
      : '',
  'PUT /latest/api/token': () => TOKEN,
  'GET /latest/meta-data/iam/security-credentials/': () => 'rafaga',
  'GET /latest/meta-data/iam/security-credentials/rafaga': ({ headers }) =>
    headers['x-aws-ec2-metadata-token'] === TOKEN
      ? JSON.stringify({ ...KEYS, Code: 'Success', Token: 't', Expiration: UNTIL })
      : '',
  'POST /': () => `<AssumeRoleWithWebIdentityResponse
    xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
    <Credentials><AccessKeyId>S3RVER</AccessKeyId><SecretAccessKey>S3RVER</SecretAccessKey>
    <SessionToken>t</SessionToken><Expiration>${UNTIL}</Expiration></Credentials>
    </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
};

let bucket: Bucket;
let services: Server;
let url: string;
const added: string[] = [];
beforeAll(async () => {
  bucket = await aBucket({ conditions: true });
  services = createServer((req, res) => {
    const answer = ANSWERS[`${req.method} ${req.url}`]?.(req);
    res.writeHead(answer ? 200 : 404).end(answer);
  }).listen(0, '127.0.0.1');
  await once(services, 'listening');
  url = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const name of added.splice(0)) delete process.env[name];
});
afterAll(async () => {
  services.close();
  await bucket.stop();
});

/** The environment of each kind of machine. */
const MACHINES: Record<string, () => Record<string, string>> = {
  'variables of the process': () => ({
    AWS_ACCESS_KEY_ID: KEYS.AccessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.SecretAccessKey,
  }),
  'a shared credentials file': () => ({
    AWS_SHARED_CREDENTIALS_FILE: file(
      'credentials',
      '[default]\naws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n',
    ),
  }),
  'a process that a profile names': () => ({
    AWS_PROFILE: 'outside',
    AWS_CONFIG_FILE: file(
      'config',
      `[profile outside]\ncredential_process = ${process.execPath} ${file(
        'keys.mjs',
        `console.log(${JSON.stringify(JSON.stringify({ Version: 1, ...KEYS }))})`,
      )}\n`,
    ),
  }),
  'a container of ECS or a pod of EKS': () => ({
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/container`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file('token', TOKEN),
  }),
  'a service account of Kubernetes': () => ({
    AWS_WEB_IDENTITY_TOKEN_FILE: file('identity', TOKEN),
    AWS_ROLE_ARN: ROLE,
    AWS_ENDPOINT_URL_STS: url,
  }),
  'the metadata of an EC2 machine': () => ({ AWS_EC2_METADATA_SERVICE_ENDPOINT: url }),
};

test.each(Object.entries(MACHINES))('the keys come from %s', async (_, environment) => {
  const nothing = file('nothing', '');
  const files = { AWS_CONFIG_FILE: nothing, AWS_SHARED_CREDENTIALS_FILE: nothing };
  const own = { ...files, ...environment() };
  added.push(...Object.keys(own));
  Object.assign(process.env, own);
  const { credentials: _keys, ...place } = bucket.config;
  const store = createS3Store(place);
  const { objectKey } = await store.put('20123456786/x.xml', Buffer.from('<Invoice/>'));
  expect(String(await store.get(objectKey))).toBe('<Invoice/>');
});
