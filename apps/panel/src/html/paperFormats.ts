/** The paper formats, each with its Spanish name. */
import { PAPER_FORMAT, PAPER_FORMATS, type PaperFormat } from '@rafaga/fiscal';

export const PAPER_FORMAT_OPTIONS: readonly (readonly [PaperFormat, string])[] = PAPER_FORMATS.map(
  (format) => [format, PAPER_FORMAT[format].label],
);
