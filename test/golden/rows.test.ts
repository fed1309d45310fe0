/**
 * Every row of every catalogue is in a golden file, as a factura and as a boleta, with prices that
 * include taxes and prices that do not: as the lines by which it differs from a
 * plain sale, or from an earlier row of the catalogue.
 */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createSigner, signedInvoice } from '@rafaga/engine';
import { check, price, type Sale } from '@rafaga/fiscal';
import { aBoleta, aSale, ISSUER } from './aSale.js';
import { outlined } from './outlined.js';
import { EDGE_SALES } from './rows/edgeSales.js';
import { lineDiff } from './rows/lineDiff.js';
import { ROW_SALES, type RowSale, type RowSales, WITHOUT_ROWS } from './rows/rowSales.js';
import { brokenRules } from './rules/index.js';
import { mustBeValid, SCHEMA_FOLDER } from './schema.js';

const WRITE = process.env.RAFAGA_GOLDEN === 'write';
const FOLDER = path.join(import.meta.dirname, 'rows');
const CATALOGUES = path.join(import.meta.dirname, '../../packages/fiscal/src/catalogues');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const signer = createSigner({
  certificate: Buffer.alloc(1),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});

const MAKE = { factura: aSale, boleta: aBoleta } as const;
/** Without taxes, so that a taxed line has the same price in every variant. */
const NET: Readonly<Record<string, string>> = { '59': '50', '350': '296.61' };
/** Attributes that name a list: the complete golden files have them. */
const LIST_NAMES =
  / (?:list(?:Agency)?Name|list(?:Scheme)?URI|scheme(?:Agency)?Name|schemeURI|unitCodeList\w+)="[^"]*"/g;
const VARIANTS = (['factura', 'boleta'] as const).flatMap((kind) =>
  [true, false].map((pricesIncludeTax) => ({ kind, pricesIncludeTax })),
);
type Variant = (typeof VARIANTS)[number];

async function written(sale: Sale): Promise<string> {
  const invoice = { priced: price(sale), issuer: ISSUER, number: 1, issueTime: '10:20:30' };
  const { xml } = await signedInvoice(invoice, signer);
  expect(brokenRules(xml)).toEqual([]);
  if (SCHEMA_FOLDER !== undefined) mustBeValid(xml);
  return outlined(xml.toString()).replace(LIST_NAMES, '');
}

function saleOf({ kind, pricesIncludeTax }: Variant, own: Partial<Sale> = {}): Sale {
  const sale = MAKE[kind]({ pricesIncludeTax, ...own });
  if (pricesIncludeTax) return sale;
  const lines = sale.lines.map((line) => ({
    ...line,
    unitPrice: NET[line.unitPrice] ?? line.unitPrice,
  }));
  return { ...sale, lines };
}

/** A document that others are compared with. */
interface Model {
  name: string;
  xml: string;
}

/** The lines by which the XML differs from the closest of the models. */
function nearest(models: readonly Model[], xml: string): string {
  const [best] = models
    .map(({ name, xml: own }) => ({ name, diff: lineDiff(own, xml) }))
    .toSorted((a, b) => a.diff.length - b.diff.length);
  return [`  ${best?.name}`, ...(best?.diff ?? [])].join('\n');
}

/** The XML of the row, or the reason why there is none. */
async function rowXml(variant: Variant, row: RowSale): Promise<{ xml?: string; reason?: string }> {
  if (typeof row === 'string') return { reason: row };
  const sale = saleOf(variant, row);
  const context = { today: sale.issueDate, issuer: { ruc: ISSUER.ruc, exonerationAllowed: true } };
  expect(check(price(sale), context).faults).toEqual([]);
  return { xml: await written(sale) };
}

/**
 * The rows of a catalogue in one variant: each as it differs from the plain sale or another row.
 */
async function rowsOf(variant: Variant, rows: RowSales): Promise<Map<string, string>> {
  const models: Model[] = [{ name: 'the plain sale', xml: await written(saleOf(variant)) }];
  const texts = new Map<string, string>();
  for (const [code, make] of Object.entries(rows)) {
    const { xml, reason } = await rowXml(variant, make(variant.kind));
    texts.set(code, xml === undefined ? `  ${reason}` : nearest(models, xml));
    if (xml !== undefined) models.push({ name: code, xml });
  }
  return texts;
}

async function catalogueText(rows: RowSales): Promise<string> {
  const byVariant = new Map<string, Map<string, string>>();
  for (const variant of VARIANTS) {
    const name = `${variant.kind}, prices ${variant.pricesIncludeTax ? 'with' : 'without'} taxes`;
    byVariant.set(name, await rowsOf(variant, rows));
  }
  return Object.keys(rows)
    .map((code) => rowText(code, byVariant))
    .join('\n');
}

function rowText(code: string, byVariant: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const seen = new Map<string, string>();
  let text = `# ${code}\n`;
  for (const [name, rows] of byVariant) {
    const lines = rows.get(code) as string;
    const first = seen.get(lines);
    text += first === undefined ? `## ${name}\n${lines}\n` : `## ${name}: as ${first}\n`;
    if (first === undefined) seen.set(lines, name);
  }
  return text;
}

test.each([...Object.entries(ROW_SALES), ['edges', EDGE_SALES] as const])(
  'each row of %s changes a plain sale as its golden file says',
  async (catalogue, rows) => {
    const text = await catalogueText(rows);
    const file = path.join(FOLDER, `${catalogue}.txt`);
    if (WRITE) writeFileSync(file, text);
    expect(existsSync(file)).toBe(true);
    expect(text).toBe(readFileSync(file, 'utf8'));
  },
);

test('every catalogue has golden files of its rows, or a reason why not', () => {
  const catalogues = readdirSync(CATALOGUES)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.replace('.ts', ''));
  const known = [...Object.keys(ROW_SALES), ...Object.keys(WITHOUT_ROWS)];
  expect(known.toSorted()).toEqual(catalogues.toSorted());
});
