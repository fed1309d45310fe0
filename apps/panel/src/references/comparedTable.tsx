/** The document as it was sent beside the one that SUNAT holds, to decide about a review. */
import type { Compared } from '@rafaga/db';
import { comparedRows } from '@rafaga/operations';
import type { ComponentChildren, VNode } from 'preact';
import { Table, Tag } from '../html/components.js';
import { maskDocument } from './masks.js';

export function ComparedTable({
  compared,
  revealed,
}: {
  compared: Compared;
  revealed: boolean;
}): VNode {
  const shown = (text: string, personal?: true) =>
    personal && !revealed && text !== '' ? maskDocument(text) : text;
  return (
    <>
      <h2>Lo que enviamos y lo que SUNAT dice</h2>
      <Table
        caption="Lo que enviamos / lo que SUNAT dice"
        quiet
        head={['Dato', 'Lo que enviamos', 'Lo que SUNAT dice', '¿Coincide?']}
        rows={comparedRows(compared).map(({ label, ours, theirs, same, personal }) => [
          label,
          <span class="wide">{shown(ours, personal) || '—'}</span>,
          <span class="wide">{shown(theirs, personal) || 'no lo muestra'}</span>,
          mark(same),
        ])}
      />
    </>
  );
}

function mark(same: boolean | undefined): ComponentChildren {
  if (same === undefined) return '';
  return same ? <Tag severity="good">coincide</Tag> : <Tag severity="bad">difiere</Tag>;
}
