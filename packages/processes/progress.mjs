/** Shows the progress of a command: a line when a step takes long, and one when it ends. */
import { styleText } from 'node:util';

/** A shorter step leaves no line. */
const SHORTEST_TOLD_MS = 400;

/** @type {NodeJS.WritableStream} */
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
const green = paint('green');
export const yellow = paint('yellow');

/** 840 ms, 12.3 s. */
export const took = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

export const say = (text) => void stream.write(`${text}\n`);

/** Shows `title` while `work` runs, beside other steps. Resolves to what `work` resolves to. */
export async function step(title, work) {
  const since = Date.now();
  const timer = setTimeout(() => quiet || say(dim(`… ${title}`)), SHORTEST_TOLD_MS);
  const result = await work().finally(() => clearTimeout(timer));
  const ms = Date.now() - since;
  if (ms >= SHORTEST_TOLD_MS && !quiet) say(`${green('✓')} ${title} ${dim(took(ms))}`);
  return result;
}
