/** Creates the business that a bench issues for: many series, and a rate limit beyond its reach. */
import { randomBytes, randomInt } from 'node:crypto';
import {
  addCredential,
  addSeries,
  createBusiness,
  putAccess,
  putCertificate,
  setBusinessState,
} from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';

const BY = { actor: 'bench' };
const DAY = 86_400_000;
export const seriesName = (index) => `B${String(index + 1).padStart(3, '0')}`;

/** @returns { credentials }: the headers of its calls */
export async function benchBusiness(db, series) {
  const ruc = `20${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const { id } = await createBusiness(db, BY, {
    ruc,
    legalName: 'Cadena de Medida S.A.C.',
    ratePerMinute: 2_000_000_000,
  });
  for (let i = 0; i < series; i++) await addSeries(db, BY, id, seriesName(i));
  const dates = { notBefore: new Date(Date.now() - DAY), notAfter: new Date(Date.now() + DAY) };
  const bytes = () => randomBytes(64);
  await putCertificate(db, BY, id, {
    certificate: bytes(),
    privateKey: bytes,
    subjectRuc: ruc,
    ...dates,
    fingerprint: randomBytes(32).toString('hex'),
  });
  await putAccess(db, BY, id, { solUser: bytes(), solPassword: bytes() });
  await setBusinessState(db, BY, id, 'active');
  return { id, credentials: await benchCredential(db, id) };
}

/** @returns the headers of the calls of a business, with a new credential */
export async function benchCredential(db, businessId) {
  const { apiKey, apiSecret } = newCredential();
  const pepper = Buffer.from(process.env.RAFAGA_PEPPER, 'base64');
  await addCredential(db, BY, {
    businessId,
    name: 'bench',
    apiKey,
    secretHash: hashSecret(apiSecret, pepper),
  });
  return { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret };
}
