/** A process that stops the processes of the supervisor when the supervisor is killed. */
import path from 'node:path';
import { putDemoAside } from '../demo/demoFile.mjs';
import { stopListed } from './processList.mjs';

const [file] = process.argv.slice(2);

process.stdin.resume().on('close', async () => {
  putDemoAside(path.dirname(file));
  await stopListed(file);
});
