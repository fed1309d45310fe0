/** Reads a document as soon as it is decided or in review, or when the caller's wait ends. */
import type { RecordedDocument } from '@rafaga/db';
import { isClosed, whenClosed } from '@rafaga/runtime';
import { leaveOut } from '@rafaga/runtime/metrics';
import { CallerDisconnected } from '../edge/collectBody.js';
import { restartDeadline } from '../edge/deadline.js';
import type { Response } from '../handler.js';
import type { Waiting } from './waiters.js';

export interface WaitOptions {
  res: Response;
  waiting: Waiting;
  /** Whether the document is known to be pending now. */
  isNew: boolean;
  read(): Promise<RecordedDocument | undefined>;
}

/** @throws CallerDisconnected as soon as the connection closes */
export async function whenDecided(options: WaitOptions): Promise<RecordedDocument | undefined> {
  const { res, waiting, isNew, read } = options;
  whenClosed(res, waiting.close);
  try {
    let document = isNew ? undefined : await read();
    for (let pending = isNew || isPending(document); pending; ) {
      const goesOn = await leaveOut(res, waiting.next());
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

/** A document in review waits for a person; its caller does not wait for that. */
const isPending = (document: RecordedDocument | undefined): boolean =>
  document !== undefined && !document.outcome?.state && document.reference.state !== 'review';
