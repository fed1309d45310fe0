/** A signed document is read back with the values from which it was made. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { price } from '@rafaga/fiscal';
import { aLine, aSale } from '../../fiscal/testing/aSale.js';
import { anIssuer, aPricedSale } from '../testing/pricedSale.js';
import { CdrProblem } from './cdrProblem.js';
import { readInvoice } from './readInvoice.js';
import { signedInvoice } from './signedInvoice.js';
import { createSigner } from './signer.js';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = createSigner({
  certificate: Buffer.from('a certificate that is not read here'),
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});

test('the values of a signed document are read back from its XML', async () => {
  const priced = aPricedSale();
  const { sale } = priced;
  const signed = await signedInvoice(
    { priced, issuer: anIssuer, number: 7, issueTime: '10:20:30' },
    signer,
  );
  const facts = readInvoice(signed.xml);
  expect(facts).toMatchObject({
    kind: sale.kind,
    series: sale.series,
    number: 7,
    issueDate: sale.issueDate,
    issueTime: '10:20:30',
    currency: sale.currency,
    issuer: anIssuer,
    digest: signed.digest,
    qr: signed.qr,
    client: {
      documentType: sale.client.documentType,
      document: sale.client.document,
      name: sale.client.name,
    },
  });
  expect(facts.lines.map(({ description }) => description)).toEqual(
    sale.lines.map(({ description }) => description),
  );
});

test('500 lines with ISC, bags and twenty discounts each are read back', async () => {
  const line = aLine({
    isc: { system: '01', percent: '10' },
    icbper: {},
    allowances: Array.from({ length: 20 }, () => ({ code: '00', amount: '0.01' })),
  });
  const priced = price(aSale({ lines: Array.from({ length: 500 }, () => line) }));
  const made = { priced, issuer: anIssuer, number: 7, issueTime: '10:20:30' };
  const { xml } = await signedInvoice(made, signer);
  expect(readInvoice(xml).lines).toHaveLength(500);
});

test('an XML that is not a document of this system is refused', () => {
  expect(() => readInvoice(Buffer.from('<Invoice/>'))).toThrow(CdrProblem);
});
