/** The totals, XML and signatures of reviewed sales are equal to their golden files. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createSigner, signedInvoice } from '@rafaga/engine';
import { check, price, type Sale, toCents, totalsJson } from '@rafaga/fiscal';
import { ISSUER, TODAY } from './aSale.js';
import { CASES, LONG } from './cases.js';
import { outlined } from './outlined.js';
import { brokenRules } from './rules/index.js';
import { mustBeValid, SCHEMA_FOLDER } from './schema.js';
import { canonical, verified } from './verify.js';

/** RAFAGA_GOLDEN=write rewrites the golden files; git shows the differences. */
const WRITE = process.env.RAFAGA_GOLDEN === 'write';
const FOLDER = fileURLToPath(new URL('documents/', import.meta.url));
const names = Object.keys(CASES);
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const signer = createSigner({
  certificate: Buffer.from('it is never opened here'),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});

if (WRITE) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
}

async function signed(sale: Sale): Promise<Buffer> {
  return (
    await signedInvoice(
      { priced: price(sale), issuer: ISSUER, number: 1, issueTime: '10:20:30' },
      signer,
    )
  ).xml;
}

/** The sum of the unit prices. */
function shelf({ lines }: Sale): bigint {
  return lines.reduce((total, { unitPrice }) => total + toCents(unitPrice), 0n);
}

function keep(file: string, content: string): void {
  if (WRITE) writeFileSync(FOLDER + file, content);
  expect(content).toBe(readFileSync(FOLDER + file, 'utf8'));
}

test.each(Object.entries(CASES))(
  '%s: totals, legends and warnings equal the golden file',
  (name, sale) => {
    const priced = price(sale);
    const found = check(priced, {
      today: TODAY,
      issuer: { ruc: ISSUER.ruc, exonerationAllowed: true },
    });
    expect(found.faults).toEqual([]);
    const reviewed = {
      sale,
      totals: totalsJson(priced.totals),
      legends: priced.legends,
      warnings: found.warnings,
    };
    keep(`${name}.json`, `${JSON.stringify(reviewed, null, 2)}\n`);
  },
);

test.each(Object.entries(CASES))('%s: the XML equals the golden file', async (name, sale) => {
  keep(`${name}.xml`, outlined((await signed(sale)).toString()));
});

test.each(Object.entries(CASES))("%s: none of SUNAT's rules is broken", async (_, sale) => {
  expect(brokenRules(await signed(sale))).toEqual([]);
});

test.each(Object.entries(CASES))(
  '%s: an independent library verifies the signature, and the bytes are canonical',
  async (_, sale) => {
    const xml = (await signed(sale)).toString();
    expect(verified(xml, publicKey)).toBe(true);
    expect(xml.slice(xml.indexOf('<Invoice'))).toBe(canonical(xml));
  },
);

(SCHEMA_FOLDER === undefined ? test.skip : test).each(Object.entries(CASES))(
  '%s: the UBL schema admits it (where UBL_XSD_DIR is set)',
  async (_, sale) => {
    const xml = await signed(sale);
    expect(() => mustBeValid(xml)).not.toThrow();
  },
);

test.each(Object.entries(LONG))(
  '%s: the total is the sum of the unit prices, and no rule is broken',
  async (_, sale) => {
    if (sale.lines[0]?.allowances.length === 0)
      expect(price(sale).totals.payable).toBe(shelf(sale));
    expect(brokenRules(await signed(sale))).toEqual([]);
  },
);

test('every golden file belongs to a sale', () => {
  expect(existsSync(FOLDER)).toBe(true);
  expect(readdirSync(FOLDER).sort()).toEqual(
    names.flatMap((name) => [`${name}.json`, `${name}.xml`]).sort(),
  );
});
