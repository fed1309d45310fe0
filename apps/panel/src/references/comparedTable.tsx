/** The document as it was sent beside the one that SUNAT holds, to decide about a review. */
import type { Compared } from '@rafaga/db';
import { type ComparedRow, comparedRows, comparedWord } from '@rafaga/operations';
import { hideQuotedValues } from '@rafaga/runtime';
import type { VNode } from 'preact';
import { Table, Tag } from '../html/components.js';
import { maskDocument } from './masks.js';

export function ComparedTable({
  compared,
  revealed,
}: {
  compared: Compared;
  revealed: boolean;
}): VNode {
  const shown = (text: string, personal?: true) => {
    if (revealed || text === '') return text;
    return personal ? maskDocument(text) : hideQuotedValues(text);
  };
  return (
    <>
      <h2>Lo que enviamos y lo que SUNAT dice</h2>
      <Table
        caption="Lo que enviamos / lo que SUNAT dice"
        quiet
        head={['Dato', 'Lo que enviamos', 'Lo que SUNAT dice', '¿Coincide?']}
        rows={comparedRows(compared).map((row) => [
          row.label,
          <span class="wide">{shown(row.ours, row.personal) || '—'}</span>,
          <span class="wide">{shown(row.theirs, row.personal) || 'no lo muestra'}</span>,
          <Mark row={row} />,
        ])}
      />
    </>
  );
}

function Mark({ row }: { row: ComparedRow }): VNode | null {
  const word = comparedWord(row);
  return word ? <Tag severity={row.same ? 'good' : 'bad'}>{word}</Tag> : null;
}
