/** Answers a repeated reference whose document is only in the archive. */
import { documentLink, ReferenceUsed, Refusal } from '@rafaga/contract';
import type { Issued } from '@rafaga/db';
import type { Kind } from '@rafaga/fiscal';
import { UnreadableFile } from '@rafaga/storage';
import type { Deps } from '../deps.js';
import { inTime } from '../edge/deadline.js';
import { logFieldsOf } from '../edge/logRequests.js';
import type { Response } from '../handler.js';
import { sendStored } from './created.js';

/**
 * Answers the stored 201, or 409 for a different request. Also 409 when the bundle is missing or
 * damaged.
 */
export async function archivedAnswer(
  { archive, log }: Pick<Deps, 'archive' | 'log'>,
  kind: Kind,
  { id, isSameRequest }: Extract<Issued, { is: 'archived' }>,
  res: Response,
): Promise<void> {
  const { id: businessId } = res.locals.caller.business;
  const found = await inTime(res, archive.find(id, { scope: businessId })).catch((error) => {
    if (!(error instanceof UnreadableFile)) throw error;
    log.error('no se puede leer el paquete de una venta repetida', { ...logFieldsOf(res), error });
    return undefined;
  });
  if (!found) throw new Refusal('reference_archived');
  const { answer } = found;
  if (!isSameRequest) throw new ReferenceUsed('reference_different', documentLink(answer));
  sendStored(kind, { is: 'replay', id, answer }, res);
}
