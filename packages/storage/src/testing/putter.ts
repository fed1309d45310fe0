/**
 * A process that puts files into a folder without end and tells each that rests, or why one does
 * not; it is there to be killed.
 */
import { randomBytes } from 'node:crypto';
import { createFolderStore } from '../folder.js';

const [root = '', lane = ''] = process.argv.slice(2);
const store = createFolderStore(root);

async function put(name: string): Promise<void> {
  const content = randomBytes(Math.ceil(Math.random() * 9_000));
  const told = await store.put(name, content).then(
    ({ objectKey, sha256 }) => ({ objectKey, sha256: sha256.toString('hex') }),
    ({ code, message }: NodeJS.ErrnoException) => ({ failed: code ?? message }),
  );
  // nobody listens any more: the test is over
  if (!process.stdout.write(`${JSON.stringify(told)}\n`))
    await new Promise((resolve) => process.stdout.once('drain', resolve));
}

process.stdout.on('error', () => process.exit());
await Promise.all(
  Array.from({ length: 8 }, async (_, at) => {
    for (let count = 0; ; count++) await put(`${lane}/${at}/${count}.bin`);
  }),
);
