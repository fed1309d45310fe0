/** Chooses the raw replies of an exchange that are kept as evidence, by the decision. Pure. */
import type { Reply, StatusReply } from '@rafaga/sunat';
import type { Decision, RawReply } from './decision.js';

/** Keeps nothing for a settlement, and an unreadable reply only for a review. */
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
