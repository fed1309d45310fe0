/** Creates a business for a test, ready to issue unless the options say otherwise. */
import { randomBytes, randomInt } from 'node:crypto';
import {
  addCredential,
  addSeries,
  type BusinessData,
  createBusiness,
  type NewCertificate,
  putAccess,
  putCertificate,
  setBusinessState,
} from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';
import type { TestDb } from '../../packages/db/testing/connections.js';
import { PEPPER } from './settings.js';

export const BY = { actor: 'test' };

export interface TestBusiness {
  id: number;
  ruc: string;
  apiKey: string;
  /** X-Api-Key and X-Api-Secret. */
  credentials: Record<string, string>;
}

export interface BusinessOptions extends BusinessData {
  series?: readonly string[];
  state?: 'draft' | 'active' | 'suspended';
  /** False: none; otherwise the fields that differ from a good one. */
  certificate?: false | Partial<NewCertificate>;
  access?: boolean;
}

export async function aBusiness(db: TestDb, options: BusinessOptions = {}): Promise<TestBusiness> {
  const {
    series = ['B001', 'F001'],
    state = 'active',
    certificate = {},
    access = true,
    ...data
  } = options;
  const ruc = `20${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const { id } = await createBusiness(db, BY, {
    ruc,
    legalName: 'Bodega de Prueba S.A.C.',
    ratePerMinute: 1_000_000,
    pricesIncludeTax: true,
    ...data,
  });
  for (const code of series) await addSeries(db, BY, id, code);
  if (certificate) await putCertificate(db, BY, id, { ...aCertificate(ruc), ...certificate });
  if (access)
    await putAccess(db, BY, id, { solUser: randomBytes(40), solPassword: randomBytes(40) });
  await setBusinessState(db, BY, id, state);
  // its certificate cannot sign: workers of other tests must not claim its documents
  await db.pool.query(
    `UPDATE businesses SET paused_until = '9999-12-31Z', pause_reason = 'test' WHERE id = $1`,
    [id],
  );
  return { id, ruc, ...(await aCredential(db, id)) };
}

/** Random bytes suffice: the API checks only the dates and the RUC of a certificate. */
const aCertificate = (ruc: string): NewCertificate => ({
  certificate: randomBytes(64),
  privateKey: () => randomBytes(64),
  subjectRuc: ruc,
  notBefore: new Date(Date.now() - 86_400_000),
  notAfter: new Date(Date.now() + 86_400_000),
  fingerprint: randomBytes(32).toString('hex'),
});

export async function aCredential(
  db: TestDb,
  businessId: number,
): Promise<Pick<TestBusiness, 'apiKey' | 'credentials'>> {
  const { apiKey, apiSecret } = newCredential();
  await addCredential(db, BY, {
    businessId,
    name: `caja ${apiKey.slice(-6)}`,
    apiKey,
    secretHash: hashSecret(apiSecret, PEPPER),
  });
  return { apiKey, credentials: { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret } };
}
