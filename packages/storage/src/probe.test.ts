/** The probe of a store finds a full, read-only, unreachable or damaged store. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { aBucket } from '../testing/bucket.js';
import { spoil } from '../testing/onDisk.js';
import { createS3Store } from './bucket/store.js';
import { createFolderStore } from './folder.js';
import { storeProbe, storeTrouble } from './probe.js';
import { watchStore } from './watched.js';

const folder = () => mkdtempSync(path.join(tmpdir(), 'rafaga-'));
const watched = (store: ReturnType<typeof createFolderStore>) =>
  watchStore(store, { damaged: () => undefined, failed: () => undefined });

test('a store that takes files has no fault, and the check leaves no file behind', async () => {
  const root = folder();
  expect(await storeProbe(watched(createFolderStore(root))).check()).toEqual([]);
  expect(readdirSync(path.join(root, '.probe'))).toEqual([]);
  const bucket = await aBucket({ conditions: true });
  expect(await storeProbe(watched(createS3Store(bucket.config))).check()).toEqual([]);
  const lost = createS3Store({ ...bucket.config, bucket: 'otro' });
  expect(await storeProbe(watched(lost)).check()).toMatchObject([
    { word: 'archivos', text: 'El bucket de los archivos no existe' },
  ]);
  const stranger = { accessKeyId: 'another', secretAccessKey: 'S3RVER' };
  const refused = createS3Store({ ...bucket.config, credentials: stranger });
  expect(await storeProbe(watched(refused)).check()).toMatchObject([
    { word: 'archivos', text: expect.stringContaining('credenciales') },
  ]);
  await bucket.stop();
});

test('a root in which no folder can be made is a fault', async () => {
  const file = path.join(folder(), 'no-folder');
  writeFileSync(file, '');
  expect(await storeProbe(watched(createFolderStore(file))).check()).toMatchObject([
    { word: 'archivos' },
  ]);
});

test('a damaged file is a fault until it is repaired', async () => {
  const root = folder();
  const store = watched(createFolderStore(root));
  const probe = storeProbe(store);
  const { objectKey, sha256 } = await store.put('20123456786/x.xml', Buffer.from('<Invoice/>'));
  await spoil(root, objectKey, Buffer.from('<Invoicf/>'));
  await store.get(objectKey, sha256).catch(() => undefined);
  expect(await probe.check()).toMatchObject([{ word: 'archivos_danados' }]);
  await spoil(root, objectKey, Buffer.from('<Invoice/>'));
  expect(await probe.check()).toEqual([]);
});

test('a full disk is a fault (simulated by a limit on the size of files)', () => {
  const source = path.join(import.meta.dirname, '../dist/index.js');
  const script = `
    import { createFolderStore, storeProbe, watchStore } from ${JSON.stringify(source)};
    const store = createFolderStore(process.argv[1]);
    const probe = storeProbe(watchStore(store, { damaged() {}, failed() {} }));
    process.stdout.write(JSON.stringify(await probe.check()));`;
  const words = [
    '-c',
    'ulimit -f 0; exec "$0" "$@"',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
    folder(),
  ];
  const { stdout, stderr } = spawnSync('sh', words, { encoding: 'utf8' });
  expect({ stdout, stderr }).toMatchObject({
    stdout: expect.stringContaining('"word":"archivos_sin_espacio"'),
  });
});

test.each([
  ['ENOSPC', 'archivos_sin_espacio'],
  ['EDQUOT', 'archivos_sin_espacio'],
  ['EROFS', 'archivos_solo_lectura'],
  ['EACCES', 'archivos_solo_lectura'],
  ['EIO', 'archivos'],
])('the error %s is the fault %s', (code, word) => {
  expect(storeTrouble(Object.assign(new Error('x'), { code })).word).toBe(word);
});
