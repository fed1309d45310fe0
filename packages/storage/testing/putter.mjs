/**
 * A process that puts files into a folder without end, and prints the key and hash of each or its
 * error; a test kills it.
 */
import { randomBytes } from 'node:crypto';
import { createFolderStore } from '@rafaga/storage';

const [root = '', lane = ''] = process.argv.slice(2);
const store = createFolderStore(root);

async function put(name) {
  const content = randomBytes(Math.ceil(Math.random() * 9_000));
  const result = await store.put(name, content).then(
    ({ objectKey, sha256 }) => ({ objectKey, sha256: sha256.toString('hex') }),
    ({ code, message }) => ({ failed: code ?? message }),
  );
  if (!process.stdout.write(`${JSON.stringify(result)}\n`))
    await new Promise((resolve) => process.stdout.once('drain', resolve));
}

// the test has ended
process.stdout.on('error', () => process.exit());
await Promise.all(
  Array.from({ length: 8 }, async (_, index) => {
    for (let count = 0; ; count++) await put(`${lane}/${index}/${count}.bin`);
  }),
);
