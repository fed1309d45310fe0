/** Shows the progress of a command: on a terminal in one line that changes, elsewhere in lines. */
import { styleText } from 'node:util';

/** A shorter step leaves no line. */
const SHORTEST_TOLD_MS = 400;
/** How often the line of a terminal changes, and how often elsewhere a line tells of long steps. */
const EVERY_MS = { terminal: 200, elsewhere: 10_000 };

/** @type {NodeJS.WritableStream & { isTTY?: boolean, columns?: number }} */
let stream = process.stderr;
let quiet = false;

/** npm start writes on its standard output; other commands keep theirs for results. */
export const writeTo = (chosen) => {
  stream = chosen;
};

/** No line for a step: for a command that is silent when all is well. */
export const silenceSteps = () => {
  quiet = true;
};

/** Only on a terminal, and where the environment does not forbid colours. */
const paint = (format) => (text) => styleText(format, text, { stream });
export const bold = paint('bold');
export const dim = paint('dim');
export const red = paint('red');
const green = paint('green');
export const yellow = paint('yellow');

/** 840 ms, 12.3 s. */
export const took = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

const animated = () => stream.isTTY && !process.env.CI && process.env.TERM !== 'dumb';
/** The steps that run now, with their titles and the time of their start. */
const running = new Set();
let timer;

/** Writes one line above that of the running steps. */
export function say(text) {
  stream.write(animated() ? `\r\x1b[K${text}\n` : `${text}\n`);
}

/** Shows `title` while `work` runs, beside other steps. Resolves to what `work` resolves to. */
export async function step(title, work) {
  const current = { title, since: Date.now() };
  running.add(current);
  timer ??= setInterval(tell, animated() ? EVERY_MS.terminal : EVERY_MS.elsewhere).unref();
  let result;
  try {
    result = await work();
  } finally {
    running.delete(current);
    if (running.size === 0) timer = clearInterval(timer);
    if (animated()) stream.write('\r\x1b[K');
  }
  const ms = Date.now() - current.since;
  if (ms >= SHORTEST_TOLD_MS && !quiet) say(`${green('✓')} ${title} ${dim(took(ms))}`);
  return result;
}

function tell() {
  const seconds = ({ title, since }) => `${title} ${Math.round((Date.now() - since) / 1000)} s`;
  const line = `… ${[...running].map(seconds).join(' · ')}`;
  if (animated()) stream.write(`\r\x1b[K${line.slice(0, stream.columns ?? 80)}`);
  else if (!quiet) stream.write(`${line}\n`);
}
