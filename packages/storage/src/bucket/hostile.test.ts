/** A bucket whose server stays silent, never ends or lies holds no caller for ever. */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { bucketProblem } from '../probe.js';
import { FileDamaged } from '../store.js';
import { zipRangeKey } from '../zipEntries.js';
import type { BucketBounds } from './client.js';
import { createS3Store } from './store.js';

const BOUNDS: BucketBounds = {
  silenceMs: 300,
  answerMs: 600,
  body: { withinMs: 600, maxBytes: 1_000_000 },
  listPages: 20,
};
const KEY = '20123456786/2026-11-23/1-x.xml';

let server: Server;
let answer: (res: ServerResponse) => void;
const timers: NodeJS.Timeout[] = [];
beforeAll(async () => {
  server = createServer((_, res) => answer(res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const store = (bounds = BOUNDS) =>
  createS3Store(
    {
      bucket: 'comprobantes',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: { accessKeyId: 'key', secretAccessKey: 'a secret of the bucket' },
      pathStyle: true,
    },
    bounds,
  );

/** Sends a part again and again, for as long as the connection is open. */
function drip(res: ServerResponse, part: Buffer, everyMs: number): void {
  timers.push(setInterval(() => res.write(part), everyMs));
}

function flood(res: ServerResponse): void {
  const part = Buffer.alloc(65_536, ' ');
  const more = () => {
    while (!res.destroyed && res.write(part));
    if (!res.destroyed) res.once('drain', more);
  };
  more();
}

const ATTACKS: Record<string, (res: ServerResponse) => void> = {
  'never answers': () => undefined,
  'sends interim answers for ever': (res) => {
    timers.push(setInterval(() => res.writeProcessing(), 50));
  },
  'stops in the middle of a body': (res) => {
    res.writeHead(200, { 'Content-Length': 1_000 }).write('<');
  },
  'sends a byte now and then': (res) => drip(res.writeHead(200), Buffer.from('<'), 50),
  'never ends a body': (res) => flood(res.writeHead(200)),
  'never ends an error': (res) => flood(res.writeHead(500)),
  'announces more than it sends': (res) => {
    res.writeHead(200, { 'Content-Length': 1_000 }).write('<', () => res.destroy());
  },
  'redirects to another place': (res) => {
    res.writeHead(307, { Location: 'http://169.254.169.254/latest/meta-data/' }).end();
  },
};

test.each(Object.entries(ATTACKS))('a read ends when the server %s', async (_, attack) => {
  answer = attack;
  const error = await store()
    .get(KEY)
    .catch((reason: Error) => reason);
  expect(bucketProblem(error)).toMatch(/^El almacén de archivos no responde: ./);
  expect(String((error as Error).stack)).not.toContain('a secret of the bucket');
});

test('a refused write says the status of an answer without a body', async () => {
  answer = (res) => res.writeHead(403).end();
  await expect(store().put(KEY, Buffer.from('x'))).rejects.toThrow('the bucket answered 403');
});

test('a list ends when the server never does', async () => {
  answer = (res) => flood(res.writeHead(200, { 'Content-Type': 'application/xml' }));
  await expect(store().mutable.list('marks')).rejects.toThrow('exceeds');
});

test('an object that ends before an entry is damaged', async () => {
  answer = (res) => res.writeHead(416, { 'Content-Type': 'application/xml' }).end();
  const key = zipRangeKey('archivo/x.zip', { offset: 1_000, length: 10 }, 'documento.json');
  await expect(store().get(key)).rejects.toThrow(FileDamaged);
});

/** A list of one name, with the token of the next page. */
const page = (res: ServerResponse, index: number, token: string | undefined): void => {
  const next = token ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
  res
    .writeHead(200, { 'Content-Type': 'application/xml' })
    .end(
      `<ListBucketResult><IsTruncated>${token !== undefined}</IsTruncated>${next}` +
        `<Contents><Key>marks/${index}</Key></Contents></ListBucketResult>`,
    );
};

test.each([
  ['repeats the token of a page', 'repeats a page', (index: number) => `t${index % 2}`],
  ['gives another token with each page', 'does not end', (index: number) => `t${index}`],
])('a list ends when the server %s', async (_, problem, tokenOf) => {
  let pages = 0;
  answer = (res) => {
    pages += 1;
    page(res, pages, pages > 100 ? undefined : tokenOf(pages));
  };
  await expect(store().mutable.list('marks')).rejects.toThrow(problem);
});

test('a list has all pages, as many as are admitted', async () => {
  let pages = 0;
  answer = (res) => {
    pages += 1;
    page(res, pages, pages < BOUNDS.listPages ? `t${pages}` : undefined);
  };
  expect(await store().mutable.list('marks')).toHaveLength(BOUNDS.listPages);
});

test('a slow server gets the lists of 32 issuers at once, then of their days', async () => {
  const rucs = Array.from({ length: 32 }, (_, at) => String(20_123_456_700 + at));
  const held: ServerResponse[] = [];
  answer = (res) => {
    if (prefixOf(res) === 'restored/') return listed(res);
    held.push(res);
    if (held.length === rucs.length) for (const each of held.splice(0)) listed(each);
  };
  const slow = store({ ...BOUNDS, silenceMs: 60_000, answerMs: 60_000 });
  const keys = [];
  for await (const { objectKey } of slow.list(new Date('2026-11-23'), rucs)) keys.push(objectKey);
  expect(keys).toEqual(rucs.map((ruc) => `${ruc}/2026-11-23/1-x.xml`));
});

/** The day of an issuer, the file of the day, or nothing. */
function listed(res: ServerResponse): void {
  const prefix = prefixOf(res);
  const day = `<CommonPrefixes><Prefix>${prefix}2026-11-23/</Prefix></CommonPrefixes>`;
  const file = `<Contents><Key>${prefix}1-x.xml</Key></Contents>`;
  const entry = prefix.endsWith('-23/') ? file : prefix === 'restored/' ? '' : day;
  res
    .writeHead(200, { 'Content-Type': 'application/xml' })
    .end(`<ListBucketResult>${entry}</ListBucketResult>`);
}

const prefixOf = ({ req }: ServerResponse): string =>
  new URL(req.url ?? '', 'http://bucket').searchParams.get('prefix') ?? '';

test('a slow server gets as many requests at once as there are files to store', async () => {
  const files = 80;
  const held: ServerResponse[] = [];
  answer = (res) => {
    if (res.req.method === 'HEAD') return void res.writeHead(404).end();
    held.push(res);
    if (held.length === files) for (const each of held) each.end();
  };
  const slow = store({ ...BOUNDS, silenceMs: 60_000, answerMs: 60_000 });
  const content = Buffer.from('<Invoice/>');
  const stored = Array.from({ length: files }, (_, at) => slow.put(`${KEY}-${at}`, content));
  expect(await Promise.all(stored)).toHaveLength(files);
});
