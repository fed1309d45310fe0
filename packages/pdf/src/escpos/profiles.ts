/** The ticket printers for which bytes are made: columns, dots and code page of each. */
import type { CodePage } from './codePages.js';

export interface PrinterProfile {
  label: string;
  /** Characters in a row of the printer's font A. */
  columns: number;
  /** The side of a module of the QR, in dots. */
  qrModule: number;
  codePage: CodePage;
  /** The largest logo, in dots: eight are a millimetre. */
  logo: { width: number; height: number };
}

const WIDE = { qrModule: 5, logo: { width: 400, height: 176 } } as const;
const NARROW = { qrModule: 4, logo: { width: 320, height: 144 } } as const;

/** Epson's are understood by most brands; a generic printer that prints odd accents uses 1252. */
export const PRINTER_PROFILES = {
  'epson-80': { label: '80 mm, 48 columnas', columns: 48, codePage: 'cp858', ...WIDE },
  'epson-80-42': { label: '80 mm, 42 columnas', columns: 42, codePage: 'cp858', ...WIDE },
  'epson-58': { label: '58 mm, 32 columnas', columns: 32, codePage: 'cp858', ...NARROW },
  'generica-80': { label: '80 mm genérica', columns: 48, codePage: 'wpc1252', ...WIDE },
  'generica-58': { label: '58 mm genérica', columns: 32, codePage: 'wpc1252', ...NARROW },
  'antigua-80': { label: '80 mm sin euro (CP850)', columns: 48, codePage: 'cp850', ...WIDE },
} as const satisfies Record<string, PrinterProfile>;

export type PrinterProfileName = keyof typeof PRINTER_PROFILES;

export const PRINTER_PROFILE_NAMES = Object.keys(PRINTER_PROFILES) as PrinterProfileName[];
