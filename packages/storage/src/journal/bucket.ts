/** The journal in a bucket: one object for each record, named by day and writer. */
import { hostname } from 'node:os';
import type { MutableFiles } from '../mutable/mutable.js';
import { FileDamaged, limaDay } from '../store.js';
import type { Journal, JournalFolder } from './journal.js';

/** How many objects are read at the same time: a bucket takes tens of milliseconds for each. */
const READ_TOGETHER = 32;
/** Names have a sequence number and no time, because a clock may be set back. */
const SEQUENCE_DIGITS = 8;

export function createBucketJournal(files: MutableFiles, folder: JournalFolder): Journal {
  const writer = `${hostname().replace(/[^\w.-]/g, '-')}-${process.pid}-${Date.now().toString(36)}`;
  let sequence = 0;
  return {
    append(content) {
      const place = String(++sequence).padStart(SEQUENCE_DIGITS, '0');
      return files.write(`${folder}/${limaDay(Date.now())}/${writer}-${place}`, content);
    },
    async *read(from) {
      const days = (await files.list(folder)).filter((day) => day >= limaDay(from.getTime()));
      for (const day of days) {
        const names = await files.list(`${folder}/${day}`);
        for (let at = 0; at < names.length; at += READ_TOGETHER) {
          const some = names.slice(at, at + READ_TOGETHER);
          const read = await Promise.all(
            some.map((name) => files.read(`${folder}/${day}/${name}`).catch(unlessDamaged)),
          );
          yield* read.filter((content) => content !== undefined);
        }
      }
    },
  };
}

/** One object whose bytes changed keeps no other record from the reader. */
function unlessDamaged(error: Error): undefined {
  if (!(error instanceof FileDamaged)) throw error;
}
