/** Proves an answer about the workbook: by refusals, or by all golden files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Invalid, parseIssue } from '@rafaga/contract';
import { type Kind, price, type Sale } from '@rafaga/fiscal';
import { XmlDocument } from 'libxml2-wasm';
import type { Report, Rule } from '../../packages/fiscal/src/rules/rule.js';
import { CONTEXT } from '../../packages/fiscal/testing/aSale.js';
import { RULES } from '../golden/rules/index.js';
import { Node } from '../golden/rules/readInvoice.js';
import { aBoleta, aFactura, type Body } from '../support/saleBody.js';
import type { Answer } from './answers/answer.js';
import type { WorkbookKind } from './workbook.js';

const ROOT = path.join(import.meta.dirname, '../..');
const GOLDEN = path.join(ROOT, 'test/golden/documents');
const KIND: Readonly<Record<WorkbookKind, Kind>> = { '01': 'factura', '03': 'boleta' };

/** The invoices of the golden files by name, parsed once: many answers ask each of them. */
export const golden: ReadonlyMap<string, Node> = new Map(
  readdirSync(GOLDEN)
    .filter((file) => file.endsWith('.xml'))
    .map((file) => [
      file.replace('.xml', ''),
      new Node(XmlDocument.fromBuffer(readFileSync(path.join(GOLDEN, file))).root),
    ]),
);

/** What `fiscal/rules/client.clientRules` names; undefined when there is no such export. */
export async function named(by: string): Promise<unknown> {
  const [, part, file, name] = /^([^/]+)\/(.+)\.([^.]+)$/.exec(by) ?? [];
  const folder = part === 'panel' ? 'apps/panel/src' : `packages/${part}/src`;
  const types = part === 'panel' ? 'tsx' : 'ts';
  const module = await import(path.join(ROOT, folder, `${file}.${types}`));
  return module[name as string];
}

/** The codes that the rule reports for the sales; without a code, the path without indexes. */
export function reportedBy(rule: Rule, sales: readonly Sale[]): Set<string> {
  const found = new Set<string>();
  const add = (at: (string | number)[], code?: string) =>
    found.add(code ?? at.filter((step) => typeof step === 'string').join('.'));
  const report: Report = {
    fault: (at, _text, code) => add(at, code),
    warn: (at, _text, code) => add(at, code),
    find: (at, _text, code) => add(at, code),
  };
  const context = { ...CONTEXT, lastNumbers: new Map([['F001', 5]]) };
  for (const sale of sales) rule(price(sale), context, report);
  return found;
}

/** The names of the fields that the contract refuses in a body with the change. */
export function refusedFields(kind: WorkbookKind, change: object): string[] {
  const body = kind === '01' ? aFactura(change as Body) : aBoleta(change as Body);
  try {
    parseIssue(KIND[kind], 'venta-1', body, { pricesIncludeTax: true });
    return [];
  } catch (error) {
    if (error instanceof Invalid) return Object.keys(error.errores);
    throw error;
  }
}

type Written = Extract<Answer, { how: 'written' }>;

/** How often the nodes are in the golden files, and the files where one does not hold. */
export function writtenIn({ nodes, holds }: Pick<Written, 'nodes' | 'holds'>) {
  let count = 0;
  const wrong: string[] = [];
  for (const [name, invoice] of golden) {
    const all = invoice.all(nodes);
    count += all.length;
    const failing =
      typeof holds === 'string'
        ? invoice.all(`(${nodes})[not(${holds})]`)
        : all.filter(({ element }) => !holds.test(element.content));
    if (failing.length > 0) wrong.push(name);
  }
  return { count, wrong };
}

export const hasRule = (code: string): boolean => RULES.some((rule) => rule.code === code);

/** The golden files that break a rule of test/golden/rules. */
export function brokenIn(): string[] {
  return [...golden].flatMap(([name, invoice]) =>
    RULES.filter((rule) => rule.broken(invoice)).map(({ code }) => `${name} ${code}`),
  );
}

/** The values of an attribute in the golden files of a kind. */
export function valuesOf(attribute: string, kind: WorkbookKind): Set<string> {
  const values = new Set<string>();
  // no row is about the category of a tax, and the listID of the type is the operation
  const others = attribute === 'listID' ? 'self::cbc:InvoiceTypeCode' : 'parent::cac:TaxCategory';
  const nodes = `/inv:Invoice[cbc:InvoiceTypeCode='${kind}']//*[not(${others})]/@${attribute}`;
  for (const invoice of golden.values())
    for (const { element } of invoice.all(nodes)) values.add(element.content);
  return values;
}
