/**
 * One step beyond what each family of rules admits, a request is refused: under which fields, with
 * which codes of SUNAT and which messages is in a reviewed file of the family.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { Invalid, parseIssue } from '@rafaga/contract';
import { check, type Kind, price } from '@rafaga/fiscal';
import { type Body, ITEM, REFUSED, TODAY } from './refused/bodies.js';

const WRITE = process.env.RAFAGA_GOLDEN === 'write';
const FOLDER = path.join(import.meta.dirname, 'refused');
const ISSUER = { ruc: '20123456786', exonerationAllowed: true };
const NAMED = { boleta: ['1', '12345678'], factura: ['6', '20601234565'] } as const;

const bodyOf = (kind: Kind, change: Body): Body => ({
  serie: kind === 'boleta' ? 'B001' : 'F001',
  fecha_emision: TODAY,
  cliente: { tipo_doc: NAMED[kind][0], num_doc: NAMED[kind][1], razon_social: 'Ana Quispe' },
  items: [ITEM],
  ...change,
});

/** Each message under its field, with the code that SUNAT has for it, or nothing when accepted. */
function refusal(kind: Kind, change: Body): string[] {
  try {
    const { sale, errores } = parseIssue(kind, 'k', bodyOf(kind, change), {
      pricesIncludeTax: true,
    });
    const { faults } = check(price(sale), { today: TODAY, issuer: ISSUER });
    return faults.map((fault) => {
      const [field] = Object.keys(errores([fault]));
      return `${field} ${fault.code ?? '-'}: ${fault.text}`;
    });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return Object.entries(error.errores).flatMap(([field, texts]) =>
      texts.map((text) => `${field} -: ${text}`),
    );
  }
}

const ACCEPTED = '(accepted)';
const told = (kind: Kind, change: Body): string =>
  refusal(kind, change)
    .map((text) => `  ${text}\n`)
    .join('') || `  ${ACCEPTED}\n`;

function textOf(family: Readonly<Record<string, Body>>): string {
  const cases = Object.entries(family).map(([title, change]) => {
    const [boleta, factura] = [told('boleta', change), told('factura', change)];
    const both = boleta === factura ? '' : `factura\n${factura}`;
    return `# ${title}\n${both === '' ? 'boleta and factura' : 'boleta'}\n${boleta}${both}`;
  });
  return cases.join('\n');
}

test('the sale that the others differ from is accepted', () => {
  for (const kind of ['boleta', 'factura'] as const) expect(refusal(kind, {})).toEqual([]);
});

test.each(Object.entries(REFUSED))('requests beyond the rules of %s', (name, family) => {
  const text = textOf(family);
  const file = path.join(FOLDER, `${name}.txt`);
  if (WRITE) writeFileSync(file, text);
  expect(existsSync(file)).toBe(true);
  expect(text).toBe(readFileSync(file, 'utf8'));
});

test.each(Object.values(REFUSED).flatMap((family) => Object.entries(family)))(
  '%s is refused in one kind of document at least',
  (_title, change) => {
    const kinds: Kind[] = ['boleta', 'factura'];
    expect(kinds.some((kind) => refusal(kind, change).length > 0)).toBe(true);
  },
);
