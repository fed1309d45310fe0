/**
 * Detects that npm has ended: a signal that is sent only to npm ends npm and its shell, and does
 * not reach the command below them.
 */
import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/** The fields of /proc/PID/stat from the state on; undefined where there is no such process. */
export function processStat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return undefined;
  }
}

const parentOf = (pid) => (pid === process.pid ? String(process.ppid) : processStat(pid)?.[1]);

/** Calls back, again and again, once this process or npm's shell has another parent. */
export function onParentsGone(callback) {
  const underNpm = process.env.npm_lifecycle_event && process.platform === 'linux';
  const watched = [process.pid, ...(underNpm ? [process.ppid] : [])].map((pid) => ({
    pid,
    parent: parentOf(pid),
  }));
  const gone = () => watched.some(({ pid, parent }) => parentOf(pid) !== parent);
  setInterval(() => gone() && callback(), EVERY_MS).unref();
}
