/** Checks that the file store takes files and has space. */
import { statfs } from 'node:fs/promises';
import type { StoreConfig } from '@rafaga/storage';
import { type Finding, findingsOf } from './finding.js';

const { well, warning, fault } = findingsOf('Archivos');

const GIGABYTE = 2 ** 30;
/** Some 50,000 documents. */
const LITTLE = 2 * GIGABYTE;

export async function checkFiles(config: StoreConfig): Promise<Finding[]> {
  const { openStore, storeProbe, watchStore } = await import('@rafaga/storage');
  const store = watchStore(openStore(config), { damaged: () => {}, failed: () => {} });
  const faults = await storeProbe(store).check();
  if (faults.length > 0)
    return faults.map(({ text, remedy }) => fault(`${text} (${placeOf(config)})`, remedy));
  return config.s3 ? [well(`${placeOf(config)} acepta archivos`)] : freeSpace(config.filesDir);
}

const placeOf = ({ s3, filesDir }: StoreConfig): string =>
  s3 ? `el bucket ${s3.bucket}` : filesDir;

async function freeSpace(folder: string): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return [spaceFinding(folder, { free: bavail * bsize, size: blocks * bsize })];
}

/** @param space bytes */
export function spaceFinding(folder: string, { free, size }: { free: number; size: number }) {
  const gigabytes = (free / GIGABYTE).toLocaleString('es-PE', { maximumFractionDigits: 1 });
  const text = `${folder} acepta archivos y tiene ${gigabytes} GB libres`;
  return free < LITTLE || free < size * 0.05
    ? warning(text, 'Amplía el disco, o guarda los archivos en un bucket')
    : well(text);
}
