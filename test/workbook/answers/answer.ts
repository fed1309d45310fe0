/**
 * What Ráfaga does about a row of the workbook, and how a test proves it: a check finds it before
 * the document is numbered, no XML that is written has it, or only SUNAT can know.
 */
import type { WorkbookKind, WorkbookRow } from '../workbook.js';

export type Answer =
  /** The rule `by` reports one of the codes for a sale of brokenSales.ts, in each of the kinds. */
  | { is: 'checked'; how: 'reported'; by: string; codes: readonly string[] }
  /** The contract refuses the field of a body with the change. */
  | { is: 'checked'; how: 'refused'; by: string; field: string; change: object }
  /** The panel refuses the value for this field of the data of a business. */
  | { is: 'checked'; how: 'configured'; by: string; field: string; value: string }
  /** `by` writes it so: in all golden files the nodes exist, and hold. */
  | { is: 'impossible'; how: 'written'; by: string; nodes: string; holds: string | RegExp }
  /** `by` computes it so: a rule of test/golden/rules, which is broken by no golden file. */
  | { is: 'impossible'; how: 'computed'; by: string; rule: string }
  /** No XML has the element, because no field of the API leads to it. */
  | { is: 'impossible'; how: 'absent'; nodes: string }
  /** Every value of the attribute in the golden files is one that the workbook demands. */
  | { is: 'impossible'; how: 'listed'; by: string }
  /** It needs what only SUNAT has: a register, another document, the moment of reception. */
  | { is: 'left'; because: string }
  /** The workbook's sheet of changes removed it, since the day; the other sheets still show it. */
  | { is: 'removed'; since: string };

/** Which rows of the codes, where not all of them. */
export interface Where {
  tag?: string | RegExp;
  condition?: string | RegExp;
  kind?: WorkbookKind;
}

export interface AnswerRow {
  codes: readonly string[];
  where: Where;
  answer: Answer;
}

const answering =
  <A extends unknown[]>(make: (...details: A) => Answer) =>
  (codes: string, ...details: [...A, where?: Where]): AnswerRow => {
    const own = details.slice(0, make.length) as unknown as A;
    const where = (details[make.length] ?? {}) as Where;
    return { codes: codes.split(', '), where, answer: make(...own) };
  };

/** `by` is the path of a file below `packages`, without `src`, and the name of its function. */
export const checked = (codes: string, by: string, where?: Where): AnswerRow =>
  reportedAs(codes, by, codes, where);

/** Another code stands for these: the sale is refused before they could matter. */
export const reportedAs = answering((by: string, codes: string) => ({
  is: 'checked',
  how: 'reported',
  by: `fiscal/rules/${by}`,
  codes: codes.split(', '),
}));

export const refused = answering((field: string, change: object) => ({
  is: 'checked',
  how: 'refused',
  by: 'contract/parse.parseIssue',
  field,
  change,
}));

export const configured = answering((field: string, value: string) => ({
  is: 'checked',
  how: 'configured',
  by: 'panel/businesses/dataFields.readData',
  field,
  value,
}));

/** @param by a function of engine, or of the named package */
export const written = answering((by: string, nodes: string, holds: string | RegExp) => ({
  is: 'impossible',
  how: 'written',
  by: by.includes('/') ? by : `engine/${by}`,
  nodes,
  holds,
}));

export const computed = answering((by: string, rule: string) => ({
  is: 'impossible',
  how: 'computed',
  by,
  rule,
}));

export const absent = answering((nodes: string) => ({ is: 'impossible', how: 'absent', nodes }));

export const listed = answering((by: string) => ({ is: 'impossible', how: 'listed', by }));

export const left = answering((because: string) => ({ is: 'left', because }));

export const removed = answering((since: string) => ({ is: 'removed', since }));

export const applies = ({ codes, where }: AnswerRow, row: WorkbookRow): boolean =>
  codes.includes(row.code) &&
  matches(where.tag, row.tag) &&
  matches(where.condition, row.condition) &&
  (where.kind === undefined || row.kinds.join() === where.kind);

const matches = (wanted: string | RegExp | undefined, text: string): boolean =>
  wanted === undefined || (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text));
