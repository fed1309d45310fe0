/** Each answer about the workbook is proved: by refusals, or by all golden files. */
import { expect, test } from '@jest/globals';
import type { Sale } from '@rafaga/fiscal';
import { documentName } from '@rafaga/fiscal';
import type { Rule } from '../../packages/fiscal/src/rules/rule.js';
import { ISSUER } from '../golden/aSale.js';
import { CASES } from '../golden/cases.js';
import { type Answer, type AnswerRow, applies } from './answers/answer.js';
import { ANSWERS } from './answers/index.js';
import { brokenSales, ROW_SALES, type RowSale, rowSale } from './brokenSales.js';
import {
  brokenIn,
  golden,
  hasRule,
  named,
  refusedFields,
  reportedBy,
  valuesOf,
  writtenIn,
} from './proofs.js';
import { readKeptRows, type WorkbookKind, type WorkbookRow } from './workbook.js';

const ROWS = readKeptRows();

type How = Extract<Answer, { how: string }>['how'];
type Of<H extends How> = Extract<Answer, { how: H }>;

/** The answers that are proved so, each with the kinds of the documents of its rows. */
function answersBy<H extends How>(how: H): [string, Of<H>, WorkbookKind[], string][] {
  return ANSWERS.filter(
    (row): row is AnswerRow & { answer: Of<H> } => 'how' in row.answer && row.answer.how === how,
  ).flatMap((row) =>
    row.codes.map((code): [string, Of<H>, WorkbookKind[], string] => {
      const own = ROWS.filter((one) => one.code === code && applies(row, one));
      const kinds = [...new Set(own.flatMap((one) => one.kinds))];
      return [code, row.answer, kinds, 'by' in row.answer ? row.answer.by : ''];
    }),
  );
}

test('every function that an answer names exists', async () => {
  const names = [...new Set(ANSWERS.flatMap(({ answer }) => ('by' in answer ? [answer.by] : [])))];
  const missing: string[] = [];
  for (const name of names) if ((await named(name)) === undefined) missing.push(name);
  expect(missing).toEqual([]);
});

test('a rule reports each code that it is said to check, in each kind of document', async () => {
  const missing: string[] = [];
  for (const [code, { by, codes }, kinds] of answersBy('reported')) {
    const rule = (await named(by)) as Rule;
    const accepted = codes.length > 1 && codes.includes(code) ? [code] : codes;
    for (const kind of kinds)
      if (!accepted.some((one) => reported(rule, kind).has(one)))
        missing.push(`${code} ${kind} ${by}`);
  }
  expect(missing).toEqual([]);
});

const known = new Map<string, Set<string>>();
function reported(rule: Rule, kind: WorkbookKind): Set<string> {
  const key = `${rule.name} ${kind}`;
  const found = known.get(key) ?? reportedBy(rule, brokenSales(kind));
  known.set(key, found);
  return found;
}

/** The rows of a code that are reported alike, if a kind of document has several of them. */
function rowsOfSeveral({ codes, where, answer }: AnswerRow): WorkbookRow[] {
  return codes.flatMap((code) => {
    const own = ROWS.filter((row) => applies({ codes: [code], where, answer }, row));
    const of = (kind: WorkbookKind) => own.filter((row) => row.kinds.includes(kind));
    return of('01').length > 1 || of('03').length > 1 ? own : [];
  });
}

test('of a code with several rows, each is reported for a sale of its own', async () => {
  const missing: string[] = [];
  for (const answered of ANSWERS) {
    const { answer } = answered;
    if (!('how' in answer) || answer.how !== 'reported') continue;
    const rule = (await named(answer.by)) as Rule;
    for (const { code, kinds, tag, condition } of rowsOfSeveral(answered)) {
      const own = ROW_SALES.filter((one) => one.code === code && one.row.test(tag + condition));
      const found = (one: RowSale, kind: WorkbookKind) => reportedBy(rule, [rowSale(one, kind)]);
      for (const kind of kinds)
        if (!own.some((one) => (one.as ?? [code]).some((as) => found(one, kind).has(as))))
          missing.push(`${code} ${kind} ${condition}`);
    }
  }
  expect(missing).toEqual([]);
});

test.each(answersBy('refused'))('%s: the contract refuses it', (_code, answer, kinds) => {
  for (const kind of kinds) expect(refusedFields(kind, answer.change)).toContain(answer.field);
});

test.each(answersBy('configured'))('%s: the panel refuses it', async (_code, answer) => {
  const { by, field, value } = answer;
  const form: ReadForm = { text: (name) => (name === field ? value : '') };
  const read = (await named(by)) as (form: ReadForm) => { faults: object };
  expect(read(form).faults).toHaveProperty(field);
});

interface ReadForm {
  text(name: string): string;
}

test.each(answersBy('written'))('%s: all golden files have it so', (_code, answer) => {
  const { count, wrong } = writtenIn(answer);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(0);
});

test.each(answersBy('absent'))('%s: no golden file has its element', (_code, { nodes }) => {
  expect(writtenIn({ nodes, holds: 'false()' }).count).toBe(0);
});

test.each(answersBy('listed'))('%s: the attribute has a demanded value', (code, _answer, kinds) => {
  const rows = ROWS.filter((row) => row.code === code);
  const attribute = /@(\w+)/.exec(rows[0]?.tag ?? '')?.[1] as string;
  for (const kind of kinds) {
    const demanded = rows
      .filter((row) => row.kinds.includes(kind))
      .map(({ condition }) => /'([^']+)'/.exec(condition)?.[1]);
    expect(demanded).toEqual(expect.arrayContaining([...valuesOf(attribute, kind)]));
  }
});

test('a document is named by the RUC, kind, series and number of its XML', () => {
  for (const [file, invoice] of golden) {
    const ruc = invoice.text(
      'cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID',
    );
    const kind = invoice.text('cbc:InvoiceTypeCode');
    const sale = CASES[file] as Sale;
    const name = documentName({ ruc: ISSUER.ruc, kind: sale.kind, series: sale.series, number: 1 });
    expect(name).toBe(`${ruc}-${kind}-${invoice.text('cbc:ID')}`);
  }
});

test('what is computed has a rule that recomputes it, and no golden file breaks one', () => {
  const without = answersBy('computed').filter(([, { rule }]) => !hasRule(rule));
  expect(without.map(([code]) => code)).toEqual([]);
  expect(brokenIn()).toEqual([]);
});
