/**
 * The kept rows are those of SUNAT's workbook: where SUNAT_WORKBOOK_DIR names a folder with its
 * sheets as Markdown, each row that is new or gone is listed.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { keyOf, readKeptRows, readSheet, type WorkbookKind } from './workbook.js';

const FOLDER = process.env.SUNAT_WORKBOOK_DIR;
const SHEETS: readonly [WorkbookKind, string][] = [
  ['01', 'Factura2_0.md'],
  ['03', 'Boleta2_0.md'],
];
const KEPT = readKeptRows();

(FOLDER === undefined ? test.skip : test).each(SHEETS)(
  'the rows of kind %s are those of the sheet (where SUNAT_WORKBOOK_DIR is set)',
  (kind, name) => {
    const file = path.join(FOLDER as string, name);
    expect(existsSync(file)).toBe(true);
    const sheet = new Set(readSheet(file, kind).map(keyOf));
    const kept = new Set(KEPT.filter(({ kinds }) => kinds.includes(kind)).map(keyOf));
    expect({
      new: [...sheet].filter((row) => !kept.has(row)),
      gone: [...kept].filter((row) => !sheet.has(row)),
    }).toEqual({ new: [], gone: [] });
  },
);
