/**
 * Finds a Chromium for the browser's tests, or brings one from npm: unpacked into the checkout,
 * never installed.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { onPath } from '../processes/onPath.mjs';
import { onWindows, run } from '../processes/run.mjs';
import { tools } from '../settings/places.mjs';
import { step } from '../terminal/progress.mjs';
import { UserError } from '../terminal/userError.mjs';

/**
 * Headless, for Linux on x64, with what it needs beside glibc; the newest whose package Node 20
 * installs.
 */
const PACKAGE = '@sparticuz/chromium';
const VERSION = '143.0.4';
const SHA256 = 'dc18266bc60b0c9556054808b7a63d1079b56665074ff42bf5b980d27b8bd5b5';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const { ProgramFiles = '', 'ProgramFiles(x86)': ProgramFiles86 = '' } = process.env;
const ELSEWHERE = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    `${ProgramFiles}\\Google\\Chrome\\Application\\chrome.exe`,
    `${ProgramFiles86}\\Google\\Chrome\\Application\\chrome.exe`,
    `${ProgramFiles86}\\Microsoft\\Edge\\Application\\msedge.exe`,
  ],
};

const folder = path.join(tools, 'chromium');
const own = path.join(folder, VERSION, 'chromium.sh');

/** @returns {Promise<string>} the file to run */
export async function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const there = [onPath(NAMES), ...(ELSEWHERE[process.platform] ?? []), own];
  for (const file of there) if (file && existsSync(file) && (await runs(file))) return file;
  if (process.platform === 'linux' && process.arch === 'x64') {
    await step(`Trayendo Chromium ${VERSION} de npm (a esta carpeta, sin instalarlo)`, bring);
    if (await runs(own)) return own;
  }
  throw new UserError(
    'No hay Chromium para las pruebas del panel: instala Chromium o Chrome, o di dónde ' +
      'está en CHROMIUM.',
  );
}

/**
 * Some systems have a program of that name which only tells how to install one. Windows has none,
 * and opens a window when asked.
 */
const runs = async (file) =>
  onWindows ||
  (await run(file, ['--version'], { anyCode: true }).catch(() => ({ code: 1 }))).code === 0;

async function bring() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const quiet = [
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    '--ignore-scripts',
    '--omit=optional',
  ];
  await run('npm', ['install', ...quiet, '--prefix', folder, `${PACKAGE}@${VERSION}`], {
    cwd: folder,
  });
  const packed = path.join(folder, 'node_modules', PACKAGE, 'bin');
  const place = path.dirname(own);
  mkdirSync(place, { recursive: true });
  await unpackProgram(path.join(packed, 'chromium.br'), path.join(place, 'chromium'));
  for (const name of ['al2023', 'fonts']) {
    const tar = path.join(place, `${name}.tar`);
    await inflate(path.join(packed, `${name}.tar.br`), tar);
    await run('tar', ['-xf', tar, '-C', place, '--no-same-owner']);
    rmSync(tar);
  }
  writeFileSync(path.join(place, 'fonts.conf'), fonts(place));
  writeFileSync(own, launcher(place), { mode: 0o755 });
  rmSync(path.join(folder, 'node_modules'), { recursive: true });
}

/** What npm brought is what was tried, or it is not run. */
async function unpackProgram(from, to) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(from), hash);
  if (hash.digest('hex') !== SHA256)
    throw new UserError(`${PACKAGE} ${VERSION} no es el que se probó: su chromium.br es otro.`);
  await inflate(from, to, 0o755);
}

const inflate = (from, to, mode = 0o644) =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));

/** Without any letters a page crashes: those that came along serve where the system has none. */
const fonts = (place) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${place}/fonts</dir>
  <cachedir>${place}/fonts-cache</cachedir>
</fontconfig>
`;

const launcher = (place) => `#!/bin/sh
export LD_LIBRARY_PATH='${place}/lib' FONTCONFIG_PATH='${place}'
exec '${place}/chromium' "$@"
`;
