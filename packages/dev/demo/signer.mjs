/** Registers the simulator's certificate through the CLI, so that the demo's CDRs are verified. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rafaga } from './rafaga.mjs';

const SOURCE = ['--autoridad', 'simulador', '--fuente', 'el simulador de npm start'];

/**
 * Once for each certificate; the simulator has made it by the time it listens.
 * @param database a connected client
 */
export async function demoSigner(home, database) {
  const file = path.join(home, 'simulator', 'firmante.pem');
  const { fingerprint256 } = new X509Certificate(readFileSync(file));
  const { rowCount } = await database.query(
    "select from cdr_signers where authority = 'simulator' and fingerprint = $1",
    [fingerprint256.replaceAll(':', '').toLowerCase()],
  );
  if (rowCount === 0) await rafaga([['firmante', 'agregar', file, ...SOURCE]]);
}
