/** Tests where the cluster of a home is. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { clusterOf } from './clusterFolder.mjs';

const home = mkdtempSync(path.join(tmpdir(), 'rafaga-cluster-'));
afterAll(() => rmSync(home, { recursive: true }));

test('a home that other users can enter has its cluster inside', () => {
  chmodSync(home, 0o711);
  expect(clusterOf(home)).toBe(path.join(home, 'postgres'));
});

// of another user, PostgreSQL runs as that user
if (process.getuid() === 0)
  test('the cluster of a hidden home is where no system empties, or where it was', () => {
    chmodSync(home, 0o700);
    const cluster = clusterOf(home);
    expect(path.dirname(cluster)).toBe('/var/lib');
    const earlier = path.join('/var/tmp', path.basename(cluster));
    mkdirSync(earlier);
    const found = clusterOf(home);
    rmSync(earlier, { recursive: true });
    expect(found).toBe(earlier);
  });
