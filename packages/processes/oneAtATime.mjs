/** Lets one process of this checkout at a time change what all of them use. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteEnded, openList, owner } from './processList.mjs';
import { say } from './progress.mjs';

const ASK_EVERY_MS = 100;

/**
 * Runs `work` once no other process is at work with this file; what a killed process left does not
 * count. Resolves to what `work` resolves to.
 * @param {string} file names the process at work; deleted at the end
 */
export async function oneAtATime(file, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  while (!openList(file)) {
    const other = owner(file);
    if (!other) await oneAtATime(`${file}.ended`, async () => deleteEnded(file));
    else {
      if (!told)
        say(`Otra ejecución (proceso ${other.pid}) instala o compila: se espera a que termine.`);
      told = true;
      await sleep(ASK_EVERY_MS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
