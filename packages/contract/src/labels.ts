/** Finds the Spanish name with article by which messages name a field. */
import type { Block } from './fields/field.js';

export type Path = readonly (string | number)[];

/** labelOf(['items', 3, 'cantidad']) is 'La cantidad', labelOf(['items', 3]) 'La línea 4'. */
export type LabelOf = (path: Path) => string;

/** The labels of a body, by the names of its fields. */
export function labeller(body: Block): LabelOf {
  const labels = new Map<string, string>();
  const entries = new Map<string, string>();
  collect(body, undefined, { labels, entries });
  return (path) => {
    const names = path.filter((step) => typeof step === 'string');
    const last = path.at(-1);
    if (typeof last === 'number')
      return `${entries.get(names.at(-1) ?? '') ?? 'El elemento'} ${last + 1}`;
    const name = String(last);
    return (
      labels.get(`${names.at(-2)}.${name}`) ?? labels.get(name) ?? `El campo ${printable(name)}`
    );
  };
}

/** The labels of this block name the advance, so that they are not used for other blocks. */
const OWN_LABELS = 'Anticipo';

/**
 * Collects each label by the name of its field, alone and after the name of the enclosing field.
 * When blocks share a field name, the name alone has the label of the body, else of the last block.
 */
function collect(
  block: Block,
  holder: string | undefined,
  found: { labels: Map<string, string>; entries: Map<string, string> },
): void {
  const { labels, entries } = found;
  for (const { wire, label } of block.fields) {
    if (holder !== undefined) labels.set(`${holder}.${wire}`, label);
    if (!labels.has(wire) && block.name !== OWN_LABELS) labels.set(wire, label);
  }
  for (const { wire, type } of block.fields.toReversed()) {
    if (type.block === undefined) continue;
    if (type.list && type.block.entry !== undefined) entries.set(wire, type.block.entry);
    collect(type.block, wire, found);
  }
}

/** A name that a caller sent, shortened and without unprintable characters, for a message. */
export const printable = (name: string): string => name.slice(0, 60).replace(/[^ -~¡-¬®-ɏ]/g, '·');
