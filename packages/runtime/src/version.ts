/** The version of this build: that of every package.json, which `npm version` sets alike. */
import { readFileSync } from 'node:fs';

const manifest = new URL('../package.json', import.meta.url);

export const { version: VERSION } = JSON.parse(readFileSync(manifest, 'utf8')) as {
  version: string;
};
