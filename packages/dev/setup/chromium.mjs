/** Finds a Chromium for the tests in a browser, or unpacks one from npm into the checkout. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../../processes/onPath.mjs';
import { tools } from '../../processes/places.mjs';
import { step } from '../../processes/progress.mjs';
import { run } from '../../processes/run.mjs';
import { UserError } from '../../processes/userError.mjs';
import { installPackage } from './pnpm.mjs';

/** Headless, for Linux on x64; the newest whose package Node 20 installs. */
const PACKAGE = '@sparticuz/chromium';
export const VERSION = '143.0.4';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * @param folder where the one from npm is, or will be
 * @returns {Promise<string>} the program's file
 */
export async function chromium(folder = path.join(tools, 'chromium')) {
  const own = path.join(folder, VERSION, 'chromium.sh');
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const file of [onPath(NAMES), ON_MACOS, own]) if (await runs(file)) return file;
  if (process.platform === 'linux' && process.arch === 'x64') {
    const title = `Trayendo Chromium ${VERSION} de npm (a esta carpeta, sin instalarlo)`;
    await step(title, () => bring(folder, own));
    if (await runs(own)) return own;
  }
  throw new UserError(
    'No hay Chromium para las pruebas del panel: instala Chromium o Chrome, o di dónde ' +
      'está en CHROMIUM.',
  );
}

/** On some systems the program of that name only prints how to install Chromium. */
const runs = async (file) =>
  Boolean(file && existsSync(file)) &&
  (await run(file, ['--version'], { anyCode: true })).code === 0;

async function bring(folder, own) {
  const place = path.dirname(own);
  await installPackage(folder, '--ignore-scripts', '--omit=optional', `${PACKAGE}@${VERSION}`);
  // what an interrupted unpacking left would be taken for the whole
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  // the package unpacks itself into TMPDIR, and its libraries too when the environment names AWS
  const unpack = `(await import('${PACKAGE}')).default.executablePath()`;
  await run(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: folder,
    env: { ...process.env, TMPDIR: place, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  writeFileSync(path.join(place, 'fonts.conf'), fontsConf(place));
  writeFileSync(own, launcher(place), { mode: 0o755 });
  rmSync(path.join(folder, 'node_modules'), { recursive: true });
}

/** Without any font a page crashes: the package's own serve where the system has none. */
const fontsConf = (place) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${place}/fonts</dir>
  <cachedir>${place}/fonts-cache</cachedir>
</fontconfig>
`;

const launcher = (place) => `#!/bin/sh
export LD_LIBRARY_PATH='${place}/al2023/lib' FONTCONFIG_FILE='${place}/fonts.conf'
exec '${place}/chromium' "$@"
`;
