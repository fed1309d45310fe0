/** Reads CPU time in milliseconds and memory of processes from /proc. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The fields of /proc/PID/stat from the third on; the second may contain spaces. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const own = (fields) => (Number(fields[11]) + Number(fields[12])) * TICK_MS;
const reaped = (fields) => (Number(fields[13]) + Number(fields[14])) * TICK_MS;
export const parentOf = (pid) => Number(stat(pid)?.[1]);

/** CPU milliseconds of one process; 0 when it has ended. */
export const cpuMs = (pid) => {
  const fields = stat(pid);
  return fields ? own(fields) : 0;
};

/** CPU milliseconds of the children of a process that have ended. */
export const endedMs = (pid) => {
  const fields = stat(pid);
  return fields ? reaped(fields) : 0;
};

const childrenOf = (pid) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);

/** CPU milliseconds of a process, its children, and its children that have ended. */
export function treeMs(pid) {
  const root = stat(pid);
  if (!root) return 0;
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), own(root) + reaped(root));
}

/** CPU milliseconds of a process to the nanosecond, which Linux counts for its scheduler. */
export const exactCpuMs = (pid) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Resident memory in megabytes. */
export const rssMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The same of a process and its children. */
export const treeRssMb = (pid) =>
  childrenOf(pid).reduce((sum, child) => sum + rssMb(child), rssMb(pid));

/** The median; sorts `values` in place. */
export function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
