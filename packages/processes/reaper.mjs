/** A process that stops the processes of the supervisor when the supervisor is killed. */
import { stopListed } from './processList.mjs';

const [file, supervisor] = process.argv.slice(2);

process.stdin.resume().on('close', () => stopListed(file, Number(supervisor)));
