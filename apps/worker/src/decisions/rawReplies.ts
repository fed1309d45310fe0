/**
 * The raw replies of an exchange that are kept as evidence, by what was decided from them. Pure.
 */
import type { Reply, StatusReply } from '@rafaga/sunat';
import type { Decision, RawReply } from './decision.js';

/** None of a document that is settled; an unreadable answer only when the document needs review. */
export function rawRepliesToKeep(
  replies: readonly (Reply | StatusReply)[],
  decision: Decision['do'],
): RawReply[] {
  if (decision === 'settle') return [];
  return replies
    .flatMap((reply): RawReply[] => {
      if (reply.is === 'cdr') return [{ kind: 'cdr', content: reply.zip }];
      const kept = reply.is === 'unreadable' && decision === 'review';
      return kept ? [{ kind: 'text', content: reply.excerpt }] : [];
    })
    .filter(({ content }) => content.length > 0);
}
