/** Validates a business's design before it is stored, so that every stored design can be drawn. */
import type { StoredDesign } from './document.js';
import { DEFAULT_COLOR } from './paper/colors.js';
import { InvalidLogo } from './paper/logo.js';
import { colored } from './paper/picture.js';

/** Limits of lines and characters. */
const DESIGN_LIMITS = {
  contact: { lines: 4, length: 200 },
  footer: { lines: 6, length: 500 },
  consultAt: { lines: 1, length: 100 },
} as const;

/** The shortest ticket has room for a long heading; the longest is near the limit of a PDF page. */
export const TICKET_LENGTH = { least: 300, most: 4_900, usual: 1_500 } as const;

const COLOR = /^#[0-9a-f]{6}$/i;
const CONTROL = /[^\P{C}\n]/u;

export type DesignFaults = Partial<Record<keyof StoredDesign, string>>;

/** @returns the end of a Spanish sentence for each wrong field; absent and null fields are right */
export function designFaults(change: Partial<StoredDesign>): DesignFaults {
  const faults: DesignFaults = {};
  if (change.color && !COLOR.test(change.color))
    faults.color = `un color como ${DEFAULT_COLOR}: # y seis cifras hexadecimales.`;
  for (const [field, { lines, length }] of Object.entries(DESIGN_LIMITS) as [
    keyof typeof DESIGN_LIMITS,
    { lines: number; length: number },
  ][]) {
    const text = change[field];
    if (!text) continue;
    if (text.length > length || text.split('\n').length > lines)
      faults[field] =
        `hasta ${length} caracteres${lines > 1 ? ` en ${lines} líneas` : ', en una línea'}.`;
    else if (CONTROL.test(text)) faults[field] = 'sin caracteres de control.';
  }
  if (change.consultAt && !faults.consultAt && !isPage(change.consultAt))
    faults.consultAt = 'una página, como cpe.ejemplo.pe o https://cpe.ejemplo.pe/ver.';
  const { ticketLength: length } = change;
  const { least, most } = TICKET_LENGTH;
  if (length != null && !(Number.isInteger(length) && length >= least && length <= most))
    faults.ticketLength = `milímetros, de ${least} a ${most}.`;
  const logo = change.logo && logoFault(change.logo);
  if (logo) faults.logo = logo;
  return faults;
}

/** A page of the web: with http or https, or without a scheme. */
function isPage(text: string): boolean {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return hostname.includes('.') && !username && !password;
}

function logoFault(logo: Buffer): string | undefined {
  try {
    colored(logo);
  } catch (error) {
    if (error instanceof InvalidLogo) return error.message;
    throw error;
  }
  return undefined;
}
