/** A registry of npm on this machine, which serves one package. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from '../../packages/processes/run.mjs';

/**
 * @param manifest of the package, with name and version
 * @param files their contents, by name
 * @returns {Promise<{ env: Record<string, string>, close(): void }>} `env` has npm use it
 */
export async function npmRegistry(manifest, files = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rafaga-registry-'));
  const archive = await packed(folder, { 'package.json': JSON.stringify(manifest), ...files });
  const server = createServer(answerOf(manifest, archive)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    env: {
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: path.join(folder, 'cache'),
    },
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the archive, as a registry serves it */
async function packed(folder, files) {
  const source = path.join(folder, 'package');
  mkdirSync(source);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(source, name), text);
  const file = path.join(folder, 'archive.tgz');
  await run('tar', ['-czf', file, 'package'], { cwd: folder });
  return readFileSync(file);
}

const answerOf = (manifest, archive) => (req, res) => {
  if (req.url.endsWith('.tgz')) return res.end(archive);
  if (decodeURIComponent(req.url) !== `/${manifest.name}`) return res.writeHead(404).end('{}');
  const tarball = `http://${req.headers.host}/archive.tgz`;
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const version = { ...manifest, dist: { tarball, integrity } };
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ name: manifest.name, versions: { [manifest.version]: version } }));
};
