/** Tests what a store adds to the metrics: its operations by result, and its packs. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createMetrics } from '@rafaga/runtime/metrics';
import { onDisk } from '../testing/onDisk.js';
import { createFolderStore } from './folder.js';
import { measureStore, watchPacks } from './storeMetrics.js';

test('operations are counted by result, and packs with what was written to them', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rafaga-store-'));
  const metrics = createMetrics();
  const folder = createFolderStore(root, { maxPackBytes: 1_000, watchPacks: watchPacks(metrics) });
  const store = measureStore(folder, metrics);
  const began = Date.now() / 1_000;
  const [kept] = await Promise.all(
    ['a.zip', 'b.zip', 'c.pdf'].map((name) => store.put(name, Buffer.alloc(600, name))),
  );
  const { objectKey } = await store.put('d.zip', Buffer.alloc(600));
  expect((await store.get(kept?.objectKey ?? '')).length).toBe(600);
  const { file, offset } = onDisk(root, objectKey);
  truncateSync(file, offset + 20);
  await expect(store.get(objectKey)).rejects.toThrow();
  await expect(store.get('absent')).rejects.toThrow();
  const lines = async () => (await metrics.text()).split('\n');
  const count = 'rafaga_file_operation_duration_seconds_count';
  expect(await lines()).toEqual(
    expect.arrayContaining([
      `${count}{operation="put",result="done"} 4`,
      `${count}{operation="get",result="done"} 1`,
      `${count}{operation="get",result="damaged"} 1`,
      `${count}{operation="get",result="missing"} 1`,
      'rafaga_packs_begun_total{content="documents"} 2',
      'rafaga_packs_begun_total{content="pdfs"} 1',
      'rafaga_pack_writes_total{content="documents"} 2',
      'rafaga_pack_files_total{content="documents"} 3',
      'rafaga_pack_files_total{content="pdfs"} 1',
    ]),
  );
  const numberOf = async (name: string) =>
    Number((await lines()).find((line) => line.startsWith(name))?.split(' ')[1]);
  const bytes = await numberOf('rafaga_pack_written_bytes_total{content="documents"}');
  expect(bytes).toBeGreaterThan(1_800);
  expect(bytes).toBeLessThan(2_200);
  const open = 'rafaga_pack_begun_timestamp_seconds{content="pdfs"}';
  expect(await numberOf(open)).toBeGreaterThanOrEqual(began);

  // a failed write leaves its pack, and no other can be begun here
  rmSync(root, { recursive: true });
  writeFileSync(root, 'in the way');
  await expect(store.put('e.pdf', Buffer.alloc(1_000))).rejects.toThrow();
  expect(await lines()).toContain(`${count}{operation="put",result="failed"} 1`);
  expect(await numberOf(open)).toBeNaN();
});
