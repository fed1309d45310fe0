/** The paper formats of a printed document, shared by API, panel, CLI and PDF. */
export const PAPER_FORMAT = {
  a4: { label: 'A4' },
  a5: { label: 'A5' },
  'ticket-80': { label: 'ticket de 80 mm' },
  'ticket-58': { label: 'ticket de 58 mm' },
} as const satisfies Record<string, { label: string }>;

export type PaperFormat = keyof typeof PAPER_FORMAT;

export const PAPER_FORMATS = Object.keys(PAPER_FORMAT) as PaperFormat[];
