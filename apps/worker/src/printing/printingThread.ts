/** Runs in a thread of the lowest priority, which draws PDFs. */
import { constants, setPriority } from 'node:os';
import './drawOnRequest.js';

// elsewhere it would be the priority of the process
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
