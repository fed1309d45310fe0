/**
 * Long sales in each kind and with each price setting: their XML breaks no rule, and is the
 * reviewed one by its hash, because hundreds of lines alike are not worth their bytes.
 */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createSigner, signedInvoice } from '@rafaga/engine';
import { check, price, type Sale } from '@rafaga/fiscal';
import { aBoleta, ISSUER, TODAY } from './aSale.js';
import { LONG } from './cases.js';
import { outlined } from './outlined.js';
import { brokenRules } from './rules/index.js';
import { mustBeValid, SCHEMA_FOLDER } from './schema.js';

const FILE = path.join(import.meta.dirname, 'long.json');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const signer = createSigner({
  certificate: Buffer.alloc(1),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});

/** The sale as each kind of document, with prices that include taxes and that do not. */
function variants(name: string, sale: Sale): [string, Sale][] {
  const { kind, series, client } = aBoleta();
  return [sale, { ...sale, kind, series, client }].flatMap((one): [string, Sale][] =>
    [true, false].map((pricesIncludeTax): [string, Sale] => [
      `${name}, ${one.kind}, prices ${pricesIncludeTax ? 'with' : 'without'} taxes`,
      { ...one, pricesIncludeTax },
    ]),
  );
}

test('long sales are written as reviewed, and break no rule', async () => {
  const hashes: Record<string, string> = {};
  for (const [name, sale] of Object.entries(LONG).flatMap(([name, one]) => variants(name, one))) {
    const priced = price(sale);
    const issuer = { ruc: ISSUER.ruc, exonerationAllowed: true };
    expect(check(priced, { today: TODAY, issuer }).faults).toEqual([]);
    const invoice = { priced, issuer: ISSUER, number: 1, issueTime: '10:20:30' };
    const { xml } = await signedInvoice(invoice, signer);
    expect(brokenRules(xml)).toEqual([]);
    if (SCHEMA_FOLDER !== undefined) mustBeValid(xml);
    hashes[name] = createHash('sha256').update(outlined(xml.toString())).digest('hex');
  }
  if (process.env.RAFAGA_GOLDEN === 'write')
    writeFileSync(FILE, `${JSON.stringify(hashes, null, 2)}\n`);
  expect(hashes).toEqual(JSON.parse(readFileSync(FILE, 'utf8')));
});
