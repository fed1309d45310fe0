/** Says a verdict in the authority's words: of code 0, that the document is accepted. */
import { textOf } from '../codes.js';
import type { DocumentName } from '../documents/name.js';

export const descriptionOf = ({ type, series, number }: DocumentName, code: string): string =>
  code === '0'
    ? `La ${type === '01' ? 'Factura' : 'Boleta'} numero ${series}-${number}, ha sido aceptada`
    : textOf(code);
