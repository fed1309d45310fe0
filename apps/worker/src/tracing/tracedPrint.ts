/**
 * The spans of drawing: one for the job that several documents share, linked to each of them, and
 * one in the trace of each document whose PDFs it drew, linked to that of the job.
 */
import { type Db, findTraceparents, type PrintedFile } from '@rafaga/db';
import { errorType, type Tracing } from '@rafaga/tracing';
import type { Print } from '../printing/print.js';

export const tracedPrint =
  (tracing: Tracing, db: Db, print: Print): Print =>
  async (documentIds) => {
    const began = performance.now();
    const traceparents = await findTraceparents(db, documentIds).catch(() => NONE);
    let printed: PrintedFile[] = [];
    let failed: string | undefined;
    try {
      printed = await print(documentIds);
      return printed;
    } catch (error) {
      failed = errorType(error);
      throw error;
    } finally {
      const of = [...traceparents.values()];
      const job = tracing.shared('print', {
        kind: 'consumer',
        began,
        of,
        failed,
        attributes: { 'messaging.batch.message_count': documentIds.length },
      });
      if (job) recordDocuments(tracing, { traceparents, printed, began, job });
    }
  };

const NONE: ReadonlyMap<number, string> = new Map();

interface Drawn {
  traceparents: ReadonlyMap<number, string>;
  printed: readonly PrintedFile[];
  began: number;
  job: string;
}

function recordDocuments(tracing: Tracing, { traceparents, printed, began, job }: Drawn): void {
  for (const [documentId, parent] of traceparents) {
    const own = printed.filter((file) => file.documentId === documentId);
    if (own.length === 0) continue;
    const attributes = {
      'rafaga.document.id': documentId,
      'rafaga.print.formats': own.map(({ format }) => format).join(),
    };
    tracing.start('draw PDF', { parent, began, links: [job], attributes }).end();
  }
}
