/**
 * Measures how many documents a core builds, signs and zips a second, beside how many RSA-2048
 * signatures it makes in the same run.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createSigner, signedInvoice, zipOne } from '@rafaga/engine';
import { documentName, price } from '@rafaga/fiscal';
import { aSale } from './tools/aSale.mjs';
import { median } from './tools/cpu.mjs';

const ROUNDS = 12;
const IN_FLIGHT = 8;
const issuer = {
  ruc: '20123456786',
  legalName: 'Bodega Ráfaga S.A.C.',
  address: 'Av. Arequipa 123, Lima',
  ubigeo: '150101',
};
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signer = createSigner({
  certificate: randomBytes(1300), // as long as a real one; it is never opened
  privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  digest: 'sha1',
});

const small = price(aSale('boleta', 5));
const large = price(aSale('factura', 500));
const results = { raw: [], small: [], large: [] };
for (let round = 0; round <= ROUNDS; round += 1) {
  const rates = {
    raw: await rate(1500, rawSignature),
    small: await rate(1500, () => emit(small)),
    large: await rate(60, () => emit(large)),
  };
  // the first one warms up
  if (round > 0) for (const [name, value] of Object.entries(rates)) results[name].push(value);
}

const raw = median(results.raw);
const few = median(results.small);
const many = median(results.large);
console.log(`RSA-2048 signatures          ${raw.toFixed(0)} a CPU-second`);
console.log(
  `5 lines: build, sign, zip    ${few.toFixed(0)} a CPU-second, ` +
    `${((100 * few) / raw).toFixed(0)} % of the raw rate (at least 60)`,
);
console.log(`500 lines: build, sign, zip  ${many.toFixed(0)} a CPU-second (at least 150)`);

/** Builds, signs and zips one document, as the worker does. */
async function emit(priced) {
  const invoice = { priced, issuer, number: 1, issueTime: '10:20:30' };
  const { xml, packed } = await signedInvoice(invoice, signer);
  const { kind, series } = priced.sale;
  const name = documentName({ ruc: issuer.ruc, kind, series, number: 1 });
  return zipOne(`${name}.xml`, xml, packed);
}

function rawSignature() {
  const data = Buffer.alloc(300);
  return new Promise((resolve, reject) =>
    sign('sha1', data, signer.key, (error, value) => (error ? reject(error) : resolve(value))),
  );
}

/** @returns how many times a CPU-second, of all threads of this process, `work` runs */
async function rate(count, work) {
  const before = process.cpuUsage();
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1e6);
}
