/**
 * The thread that keeps files. What the kernel answers from memory is asked for directly, for it costs less than to hand it to a pool;
 * while the disk's journal makes it wait, it keeps nobody but itself waiting. Only the syncs go to the pool, several at once.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsync, linkSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', async ({ id, file, content }) => {
  try {
    parentPort.postMessage({ id, first: await keep(file, content) });
  } catch ({ message, code }) {
    parentPort.postMessage({ id, error: { message, code } });
  }
});

/** Writes beside, syncs, then links: a link fails where a name is taken, a rename would overwrite. Says whether it was first. */
async function keep(file, content) {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${randomUUID()}`);
  const handle = await openIn(folder, draft);
  try {
    await write(handle, content);
    return linked(draft, file);
  } finally {
    unlinkSync(draft);
    // whoever was first may not have come so far
    await synced(folder);
  }
}

/** Most files find their folder; a new one is on the disk only when the folders above it are. */
async function openIn(folder, draft) {
  try {
    return openSync(draft, 'wx', 0o640);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const first = mkdirSync(folder, { recursive: true });
  for (let made = folder; first !== undefined && made.length >= first.length; made = path.dirname(made)) await sync(path.dirname(made));
  return openSync(draft, 'wx', 0o640);
}

async function write(handle, content) {
  try {
    writeFileSync(handle, content);
    await toDisk(handle);
  } finally {
    closeSync(handle);
  }
}

function linked(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Folders whose next sync has not begun: it will serve all who ask for it until then. */
const next = new Map();
const underway = new Map();

/** A new name is on the disk only when a sync of its folder has begun after it was made. */
function synced(folder) {
  if (!next.has(folder)) {
    const begin = () => {
      next.delete(folder);
      const now = sync(folder).finally(() => underway.get(folder) === now && underway.delete(folder));
      underway.set(folder, now);
      return now;
    };
    next.set(folder, (underway.get(folder) ?? Promise.resolve()).then(begin, begin));
  }
  return next.get(folder);
}

async function sync(folder) {
  const handle = openSync(folder, 'r');
  try {
    await toDisk(handle);
  } finally {
    closeSync(handle);
  }
}

const toDisk = promisify(fsync);
