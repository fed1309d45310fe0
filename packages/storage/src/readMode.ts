/**
 * How the files of a folder are opened for reading: without waiting. A FIFO under a file's name
 * would hold, until it has a writer, one of the few threads that all reads of a process share.
 */
import { constants } from 'node:fs';

export const READ_MODE = constants.O_RDONLY | constants.O_NONBLOCK;
