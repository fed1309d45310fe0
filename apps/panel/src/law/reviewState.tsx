/** When the sales of a business were reviewed, and whether that still says something. */
import type { LawCheckSummary } from '@rafaga/db';
import type { VNode } from 'preact';
import { Tag } from '../html/components.js';
import { moment } from '../html/formats.js';

export function ReviewState({ check }: { check: LawCheckSummary }): VNode {
  const { checkedAt, current } = check;
  if (checkedAt === null) return <>todavía no termina</>;
  return (
    <>
      <span class="number">{moment(checkedAt)}</span>{' '}
      {!current && <Tag severity="warn">de otro ambiente</Tag>}
    </>
  );
}
