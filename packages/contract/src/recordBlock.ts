/** Converts a part of a `Sale` back to the names of the API, for the record. */
import type { Block, Field, Fields, RecordRow } from './fields/field.js';

/** Call it once for each block. Empty lists and absent fields are omitted. */
export function blockRecorder(block: Block): (sale: Fields) => Fields {
  const rows = recordFields(block).map((field) => ({ ...field, read: recordValue(field) }));
  return (sale) => {
    const shown: Fields = {};
    for (const { wire, type, row, read } of rows) {
      const value = read(sale);
      if (value === undefined) {
        if (row.orNull) shown[wire] = null;
      } else if (!(type.list && (value as unknown[]).length === 0))
        shown[wire] = type.toRecord(value);
    }
    return shown;
  };
}

export interface RecordField extends Field {
  row: RecordRow;
}

/** The fields that the record shows, in the order of the record. */
export function recordFields({ fields }: Block): RecordField[] {
  const shown = fields.flatMap((field) =>
    field.record === false || (field.sale === undefined && field.record?.value === undefined)
      ? []
      : [{ ...field, row: field.record ?? {} }],
  );
  const ordered = shown.filter(({ row }) => row.after === undefined);
  for (let moved = shown.filter(({ row }) => row.after !== undefined); moved.length > 0; ) {
    const next = moved.find(({ row }) => ordered.some(({ wire }) => wire === row.after));
    if (next === undefined) throw new Error(`No field for ${moved[0]?.wire} to follow`);
    ordered.splice(ordered.findIndex(({ wire }) => wire === next.row.after) + 1, 0, next);
    moved = moved.filter((field) => field !== next);
  }
  return ordered;
}

function recordValue({ sale = '', row }: RecordField): (holder: Fields) => unknown {
  const [outer = '', inner] = sale.split('.');
  if (row.value !== undefined) return row.value;
  if (inner === undefined) return (holder) => holder[outer];
  return (holder) => (holder[outer] as Fields | undefined)?.[inner];
}
