/**
 * Runs command lines of the built CLI one after another, each with an environment, a folder and
 * output of its own. A process for each would load the same modules hundreds of times.
 */
import { run } from '../../apps/cli/dist/cli.js';

let last = Promise.resolve();
process.on('message', (command) => {
  last = last.then(async () => {
    const done = await runOne(command);
    process.send?.({ id: command.id, ...done });
  });
});

async function runOne({ words, env, cwd }) {
  process.chdir(cwd);
  process.env = env;
  const streams = [process.stdout, process.stderr];
  const written = streams.map(captured);
  try {
    const code = await run(words);
    return { code, stdout: written[0].text, stderr: written[1].text };
  } finally {
    for (const stream of streams) delete stream.write;
  }
}

/** Keeps what is written to the stream, until its `write` is deleted. */
function captured(stream) {
  const kept = { text: '' };
  stream.write = (text, ...rest) => {
    kept.text += text;
    rest.find((each) => typeof each === 'function')?.();
    return true;
  };
  return kept;
}
