/**
 * What a person sees while things take time: a spinner on a terminal, a line now and then anywhere
 * else.
 */

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** A step shorter than this leaves no line. */
const WORTH_A_LINE_MS = 400;
/** Without a spinner, how often a long step says that it is still at work. */
const STILL_MS = 10_000;

let stream = process.stderr;
/** npm start talks on its standard output; other commands keep theirs for results. */
export const speakOn = (chosen) => {
  stream = chosen;
};

let hushed = false;
/** No line for a step, at most a spinner: for a command that is silent when all is well. */
export const hush = () => {
  hushed = true;
};

const animated = () => Boolean(stream.isTTY) && !process.env.CI && process.env.TERM !== 'dumb';
const paint = (code, text) =>
  stream.isTTY && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text;
export const dim = (text) => paint(2, text);
export const bold = (text) => paint(1, text);
const green = (text) => paint(32, text);
export const yellow = (text) => paint(33, text);
export const red = (text) => paint(31, text);

/** 840 ms, 12.3 s. */
export const took = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

const running = new Map();
let timer;

/** Writes one line above whatever is moving. */
export function say(text) {
  if (animated()) stream.write('\r\x1b[K');
  stream.write(`${text}\n`);
  if (running.size > 0 && animated()) draw();
}

/** Shows `title` while `work` runs; several steps may run side by side. Gives what `work` gives. */
export async function step(title, work) {
  const since = Date.now();
  const key = Symbol(title);
  running.set(key, { title, since });
  timer ??= animated() ? setInterval(draw, 100) : setInterval(stillAtWork, STILL_MS);
  timer.unref();
  const end = () => {
    running.delete(key);
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    if (animated()) stream.write('\r\x1b[K');
  };
  try {
    const result = await work();
    end();
    const ms = Date.now() - since;
    if (ms >= WORTH_A_LINE_MS && !hushed) say(`${green('✓')} ${title} ${dim(took(ms))}`);
    return result;
  } catch (error) {
    end();
    throw error;
  }
}

function draw() {
  const frame = FRAMES[Math.floor(Date.now() / 100) % FRAMES.length];
  const line = [...running.values()]
    .map(({ title, since }) => `${title} ${Math.floor((Date.now() - since) / 1000)} s`)
    .join(' · ');
  stream.write(`\r\x1b[K${frame} ${line}`.slice(0, (stream.columns ?? 80) + 3));
}

function stillAtWork() {
  if (hushed) return;
  for (const { title, since } of running.values())
    stream.write(`… ${title} ${Math.round((Date.now() - since) / 1000)} s\n`);
}
