/** Reads a document when it is decided or in review, or when the wait of its caller is over. */
import type { RecordedDocument } from '@rafaga/db';
import { isClosed, whenClosed } from '@rafaga/runtime';
import { CallerDisconnected } from '../edge/collectBody.js';
import { restartDeadline } from '../edge/deadline.js';
import type { Response } from '../handler.js';
import type { Waiting } from './waiters.js';

export interface WaitOptions {
  res: Response;
  waiting: Waiting;
  /** Whether it is known to be pending now. */
  isNew: boolean;
  read(): Promise<RecordedDocument | undefined>;
}

/** @throws CallerDisconnected as soon as the connection is closed */
export async function whenDecided(options: WaitOptions): Promise<RecordedDocument | undefined> {
  const { res, waiting, isNew, read } = options;
  whenClosed(res, waiting.close);
  try {
    let document = isNew ? undefined : await read();
    for (let pending = isNew || isPending(document); pending; ) {
      const goesOn = await waiting.next();
      if (isClosed(res)) throw new CallerDisconnected();
      restartDeadline(res);
      document = await read();
      pending = goesOn && isPending(document);
    }
    return document;
  } finally {
    waiting.close();
  }
}

/** A document in review waits for a person, and its caller does not wait with it. */
const isPending = (document: RecordedDocument | undefined): boolean =>
  document !== undefined && !document.outcome?.state && document.reference.state !== 'review';
