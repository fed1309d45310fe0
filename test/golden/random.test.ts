/** Generated sales that our rules accept break none of SUNAT's rules. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSigner, signedInvoice } from '@rafaga/engine';
import { check, price, type Sale } from '@rafaga/fiscal';
import fc from 'fast-check';
import { aBoleta, aLine, aSale, ISSUER, TODAY } from './aSale.js';
import { brokenRules } from './rules/index.js';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const signer = createSigner({
  certificate: Buffer.alloc(1),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});

const decimal = (most: number, places: number) =>
  fc
    .tuple(fc.nat(most), fc.nat(10 ** places - 1))
    .map(([whole, part]) => `${whole}.${String(part).padStart(places, '0')}`.replace(/\.?0+$/, ''));
const factor = fc.constantFrom('0.01', '0.05', '0.1', '0.333', '0.5');

const line = fc
  .record({
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 200 }).map(String),
      decimal(50, 3).filter((text) => Number(text) > 0),
    ),
    unitPrice: fc.oneof(decimal(300, 2), decimal(20, 4)).filter((text) => Number(text) >= 0.1),
    affectation: fc.constantFrom('10', '10', '10', '10', '20', '30', '11', '15', '21', '31'),
    discount: fc.option(fc.tuple(fc.constantFrom('00', '01'), factor), { freq: 4 }),
    isc: fc.option(fc.constantFrom('10', '30'), { freq: 8 }),
  })
  .map(({ discount, isc, affectation, ...own }) =>
    aLine({
      ...own,
      affectation,
      allowances: discount === null ? [] : [{ code: discount[0], factor: discount[1] }],
      ...(isc === null || affectation !== '10' ? {} : { isc: { system: '01', percent: isc } }),
    }),
  );

const sale: fc.Arbitrary<Sale> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    pricesIncludeTax: fc.boolean(),
    boleta: fc.boolean(),
    discount: fc.option(fc.tuple(fc.constantFrom('02', '03', '49', '50'), factor), { freq: 3 }),
  })
  .map(({ boleta, discount, ...over }) =>
    (boleta ? aBoleta : aSale)({
      ...over,
      allowances: discount === null ? [] : [{ code: discount[0], factor: discount[1] }],
    }),
  );

test('the XML of any sale that our rules accept breaks no rule of SUNAT', async () => {
  await fc.assert(
    fc.asyncProperty(sale, async (one) => {
      const priced = price(one);
      fc.pre(
        check(priced, { today: TODAY, issuer: { ruc: ISSUER.ruc, exonerationAllowed: true } })
          .faults.length === 0,
      );
      const { xml } = await signedInvoice(
        { priced, issuer: ISSUER, number: 1, issueTime: '10:20:30' },
        signer,
      );
      expect(brokenRules(xml)).toEqual([]);
    }),
    { numRuns: Number(process.env.RAFAGA_RUNS ?? 60) },
  );
});
