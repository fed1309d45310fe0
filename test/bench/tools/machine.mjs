/**
 * Tells how much of the machine a measurement left idle, and how much others took meanwhile: a
 * figure beside others' work is not worth comparing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Others may take this share of the machine before a figure is refused. */
const TOLERATED = 0.1;

/** @returns the busy and all ticks of the machine since its start */
function machineTicks() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user, nice, system, idle, wait, irq, softirq, steal] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, all: busy + idle + wait };
}

/** The ticks of the processes of some trees, with their children that have ended. */
function treeTicks(roots) {
  const processes = new Map();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
      processes.set(Number(name), { parent: Number(fields[1]), ticks });
    } catch {
      // it has ended
    }
  }
  const isOurs = (pid) =>
    roots.includes(pid) || (processes.has(pid) && isOurs(processes.get(pid).parent));
  let sum = 0;
  for (const [pid, { ticks }] of processes) if (isOurs(pid)) sum += ticks;
  return sum;
}

/**
 * Begins to watch.
 * @param servers pids of servers that are no children of this bench
 * @returns a function that ends the watch: shares of the machine, and whether they can be trusted
 */
export function watchMachine(servers = []) {
  const roots = [process.pid, ...servers];
  const before = { ...machineTicks(), ours: treeTicks(roots) };
  return () => {
    const after = { ...machineTicks(), ours: treeTicks(roots) };
    const all = after.all - before.all;
    const busy = after.busy - before.busy;
    const others = Math.max(0, busy - (after.ours - before.ours)) / all;
    return { idle: 1 - busy / all, others, isQuiet: others <= TOLERATED };
  };
}

const percent = (share) => `${Math.round(share * 100)} %`;

/** The shares as the end of a line. */
export const sharesText = ({ idle, others, isQuiet }) =>
  `machine of ${cpus().length}: ${percent(idle)} idle, ${percent(others)} others` +
  (isQuiet ? '' : ' (NOT TO BE COMPARED: others took more than 10 %)');

/**
 * Measures until others leave the machine alone, three times at most.
 * @param measure gives a result; @returns it with its shares
 */
export async function inQuiet(measure, servers) {
  for (let attempt = 1; ; attempt++) {
    const end = watchMachine(servers);
    const result = await measure();
    const shares = end();
    if (shares.isQuiet || attempt === 3) return { ...result, shares };
  }
}
