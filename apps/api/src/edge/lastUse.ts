/**
 * Records when each credential was last used: every few seconds, all in one statement, so that no
 * call waits for it.
 */
import { type Db, noteUse } from '@rafaga/db';
import { createFlusher } from '@rafaga/runtime/concurrency';

export interface LastUse {
  mark(credentialId: number): void;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

const EVERY_MS = 5_000;

export function createLastUse(db: Db, onError: (error: Error) => void): LastUse {
  let used = new Map<number, Date>();
  const write = async () => {
    const uses = used;
    used = new Map();
    await noteUse(db, uses).catch((error) => {
      // what was marked meanwhile is later
      used = new Map([...uses, ...used]);
      onError(error);
    });
  };
  const flusher = createFlusher(EVERY_MS, write);
  return {
    mark: (credentialId) => {
      used.set(credentialId, new Date());
    },
    close: flusher.close,
  };
}
