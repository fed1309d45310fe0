/** Runs in a thread of the lowest priority, which draws PDFs. */
import { constants, setPriority } from 'node:os';
import './drawOnRequest.js';

// on Linux only: elsewhere this would set the priority of the whole process
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
