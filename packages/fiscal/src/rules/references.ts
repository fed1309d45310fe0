/** Checks the dispatch guides that a document refers to and the legends that it prints. */
import { GUIDE_TYPES } from '../catalogues/documents.js';
import { LEGEND } from '../catalogues/legends.js';
import type { Report, Rule } from './rule.js';

/** Rule 4006. */
const GUIDE_NUMBER = /^(?:T[A-Z0-9]{3}|\d{4}|EG0[1-4]|EG07|G\d{3}|V[A-Z0-9]{3})-\d{1,8}$/;
/** Rule 3006: 1 to 200 characters, no white space but spaces. */
const PRINTABLE = /^(?:\S| ){1,200}$/u;

export const referenceRules: Rule = ({ sale }, _context, report) => {
  const guides = new Set<string>();
  for (const [i, { type, number }] of sale.guides.entries()) {
    if (!GUIDE_TYPES.some((known) => known === type)) {
      report.warn(
        ['guides', i, 'type'],
        'El tipo de la guía debe ser 09 (remitente) o 31 (transportista).',
        '4005',
      );
    }
    if (!GUIDE_NUMBER.test(number))
      report.warn(
        ['guides', i, 'number'],
        'El número de la guía no tiene el formato de SUNAT, como T001-123.',
        '4006',
      );
    ifRepeated(guides, `${type} ${number}`, () =>
      report.fault(['guides', i, 'number'], 'La guía está repetida en el comprobante.', '2364'),
    );
  }
  const legends = new Set<string>();
  for (const [i, { code, text }] of sale.legends.entries()) {
    if (!Object.hasOwn(LEGEND, code))
      report.fault(
        ['legends', i, 'code'],
        `La leyenda ${code} no está en el catálogo 52 de SUNAT.`,
        '3027',
      );
    ifRepeated(legends, code, () =>
      report.fault(['legends', i, 'code'], `La leyenda ${code} está repetida.`, '3014'),
    );
    checkPrintable(text, i, report);
  }
};

function checkPrintable(text: string, i: number, report: Report): void {
  if (PRINTABLE.test(text)) return;
  report.fault(
    ['legends', i, 'text'],
    'La leyenda debe tener de 1 a 200 caracteres, sin saltos de línea ni tabulaciones.',
    '3006',
  );
}

function ifRepeated(seen: Set<string>, key: string, found: () => void): void {
  if (seen.has(key)) found();
  seen.add(key);
}
