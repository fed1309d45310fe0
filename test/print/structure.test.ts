/**
 * A PDF says what its parts are (PDF/UA-1): each text is in one element of the structure, or is
 * marked as decoration; tables are regular, and figures have a text in their place.
 */
import { expect, test } from '@jest/globals';
import { PAPER_FORMATS } from '@rafaga/fiscal';
import { drawPdf } from '@rafaga/pdf';
import { aLine, aSale } from '../golden/aSale.js';
import { CASES } from '../golden/cases.js';
import { contentOf, type Objects, objectsOf } from './objects.js';
import { aDocument, LONGEST, lines } from './paper.js';

interface Element {
  id: string;
  tag: string;
  parent: string;
  page: string | undefined;
  body: string;
  kids: Element[];
  marks: number[];
}

function treeOf(objects: Objects): Element {
  const element = (id: string): Element => {
    const body = objects.get(id) as string;
    const [, several, one] = /\/K(?: ?\[(.*?)\]| (\d+)[/>])/.exec(body) ?? [];
    const kids = several ?? one ?? '';
    const children = [...kids.matchAll(/(\d+) 0 R/g)].map(([, kid]) => element(kid as string));
    for (const { parent } of children) expect(parent).toBe(id);
    const marks = kids.replaceAll(/\d+ 0 R/g, '').match(/\d+/g) ?? [];
    const [, tag, parent] = /\/S\/(\w+)\/P (\d+) 0 R/.exec(body) as unknown as string[];
    const page = /\/Pg (\d+)/.exec(body)?.[1];
    return { id, tag, parent, page, body, kids: children, marks: marks.map(Number) } as Element;
  };
  const root = [...objects.values()].find((body) => body.includes('/StructTreeRoot /K'));
  return element(/\/K (\d+)/.exec(root as string)?.[1] as string);
}

const all = (element: Element): Element[] => [element, ...element.kids.flatMap(all)];

/** The operators of each page, by its number. */
const pagesOf = (objects: Objects): [id: string, operators: string][] =>
  [...objects]
    .filter(([, body]) => /\/Type \/Page\b/.test(body))
    .map(([id, page]) => {
      const content = objects.get(/\/Contents (\d+)/.exec(page)?.[1] as string);
      return [id, contentOf(content as string)];
    });

/** By page in turn and mark: the element that has it. */
const ownersOf = (objects: Objects): string[][] => {
  const nums = [...objects.values()].find((body) => body.startsWith('<</Nums')) ?? '';
  return [...nums.matchAll(/\d+ \[(.*?)\]/g)].map(([, own]) =>
    [...(own as string).matchAll(/(\d+) 0 R/g)].map(([, id]) => id as string),
  );
};

/** Those that begin, end or draw something. */
const OPERATORS = /B[DM]C\n|EMC\n|BT |ET\n|\) Tj|> Tj| re f\n| [SBf]\n| Do /g;

const DOCUMENTS = {
  factura: aDocument(),
  'descuentos y gratuitas': aDocument(
    aSale({
      lines: [aLine({ allowances: [{ code: '00', factor: '0.1' }] }), aLine({ affectation: '15' })],
    }),
  ),
  'muchas líneas, rechazada': aDocument(aSale({ lines: lines(90) }), { state: 'rejected' }),
  'una línea sin código': aDocument(
    aSale({ lines: lines(3).map((line, at) => (at === 1 ? { ...line, code: '' } : line)) }),
  ),
  'con todo': aDocument(CASES['factura-con-todo-lo-que-no-es-dinero']),
  'lo más largo': aDocument(LONGEST),
};

test.each(Object.entries(DOCUMENTS))('%s: all of it is structured', (_, document) => {
  for (const format of PAPER_FORMATS) {
    const objects = objectsOf(drawPdf(document, format));
    const elements = all(treeOf(objects));
    const of = (tag: string) => elements.filter((element) => element.tag === tag);
    const owners = ownersOf(objects);
    for (const [at, [id, page]] of pagesOf(objects).entries()) {
      let depth = 0;
      // what is open; a text object and marked content never end within one another
      const open: string[] = [];
      for (const [operator] of page.matchAll(OPERATORS)) {
        if (operator === 'BT ') open.push('ET\n');
        else if (/^B[DM]C/.test(operator)) open.push('EMC\n');
        else if (/^E/.test(operator)) expect(open.pop()).toBe(operator);
        if (/^B[DM]C/.test(operator)) depth++;
        else if (operator === 'EMC\n') depth--;
        else if (/Tj| [SBf]\n|Do/.test(operator))
          expect({ operator, depth }).toEqual({ operator, depth: 1 });
        if (/Tj/.test(operator)) expect(open).toContain('ET\n');
        if (/ [SBf]\n|Do/.test(operator)) expect(open).not.toContain('ET\n');
        expect([0, 1]).toContain(depth);
      }
      expect([depth, ...open]).toEqual([0]);
      const own = [...page.matchAll(/<<\/MCID (\d+)>>BDC/g)].map(([, mark]) => Number(mark));
      expect(own).toEqual(own.map((_mark, index) => index));
      const held = elements.filter((element) => element.page === id);
      const holders = held.flatMap(({ id: holder, marks }) => marks.map(() => holder));
      expect(held.flatMap(({ marks }) => marks)).toEqual(own);
      expect(owners[at]).toEqual(holders);
    }
    expect(of('H1')).toHaveLength(1);
    expect(of('Figure')).toHaveLength(1);
    for (const figure of of('Figure')) expect(figure.body).toMatch(/\/Alt .*\/BBox|\/BBox.*\/Alt/);
    for (const cell of of('TH')) expect(cell.body).toContain('/Scope/Column');
    const rows = new Set(of('TR').map(({ kids }) => kids.length));
    expect(rows.size).toBe(format.startsWith('a') ? 1 : 0);
  }
});

test('the file says that it is tagged, its language, its title and its standard', () => {
  const pdf = drawPdf(aDocument(), 'a4');
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  const file = pdf.toString('latin1');
  expect(file).toMatch(/\/MarkInfo << \/Marked true >>/);
  expect(file).toMatch(/\/Lang \(es-PE\)/);
  expect(file).toMatch(/\/DisplayDocTitle true/);
  expect(file).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(pdf.toString()).toContain('FACTURA ELECTRÓNICA F001-123</rdf:li>');
});
