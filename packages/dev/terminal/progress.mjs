/** Shows the progress of a command: a spinner on a terminal, lines elsewhere. */

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** A shorter step leaves no line. */
const SHORTEST_TOLD_MS = 400;
/** Without a spinner, how often a long step says that it goes on. */
const REMINDER_MS = 10_000;

let stream = process.stderr;
let quiet = false;

/** npm start writes on its standard output; other commands keep theirs for results. */
export const writeTo = (chosen) => {
  stream = chosen;
};

/** No line for a step, only the spinner: for a command that is silent when all is well. */
export const silenceSteps = () => {
  quiet = true;
};

const paint = (code) => (text) =>
  stream.isTTY && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text;
export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
const green = paint(32);
export const yellow = paint(33);

/** 840 ms, 12.3 s. */
export const took = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

const animated = () => Boolean(stream.isTTY) && !process.env.CI && process.env.TERM !== 'dumb';
const clearLine = () => animated() && stream.write('\r\x1b[K');
/** The steps that run now, with their titles and the time of their start. */
const running = new Set();
let timer;

/** Writes one line above the spinner. */
export function say(text) {
  clearLine();
  stream.write(`${text}\n`);
  if (running.size > 0 && animated()) draw();
}

/** Shows `title` while `work` runs, beside other steps. Resolves to what `work` resolves to. */
export async function step(title, work) {
  const current = { title, since: Date.now() };
  running.add(current);
  timer ??= animated() ? setInterval(draw, 100) : setInterval(remind, REMINDER_MS);
  timer.unref();
  let result;
  try {
    result = await work();
  } finally {
    running.delete(current);
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
      clearLine();
    }
  }
  const ms = Date.now() - current.since;
  if (ms >= SHORTEST_TOLD_MS && !quiet) say(`${green('✓')} ${title} ${dim(took(ms))}`);
  return result;
}

const seconds = ({ title, since }) => `${title} ${Math.round((Date.now() - since) / 1000)} s`;

function draw() {
  const frame = FRAMES[Math.floor(Date.now() / 100) % FRAMES.length];
  const line = [...running].map(seconds).join(' · ');
  stream.write(`\r\x1b[K${frame} ${line}`.slice(0, (stream.columns ?? 80) + 3));
}

function remind() {
  if (!quiet) for (const current of running) stream.write(`… ${seconds(current)}\n`);
}
