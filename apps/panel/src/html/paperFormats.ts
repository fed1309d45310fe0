/** The papers that a document is printed on. */
import type { Format } from '@rafaga/pdf';

export const PAPER_FORMATS: readonly (readonly [Format, string])[] = [
  ['a4', 'A4'],
  ['a5', 'A5'],
  ['ticket-80', 'ticket de 80 mm'],
  ['ticket-58', 'ticket de 58 mm'],
];
