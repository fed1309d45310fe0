/** Makes the row of a total that callers may send and that is computed again. */
import type { Field } from './field.js';
import { total } from './numberTypes.js';

export const recomputed = (
  wire: string,
  label: string,
  description: string,
): Omit<Field, 'sale'> => ({
  wire,
  type: total(),
  label,
  description: `${description} Se acepta y se vuelve a calcular.`,
});
