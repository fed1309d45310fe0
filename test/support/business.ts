/** A business of a test's own, ready to issue unless told otherwise. */
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

export interface Wishes extends BusinessData {
  series?: readonly string[];
  state?: 'draft' | 'active' | 'suspended';
  /** False: none; or what differs from a good one. */
  certificate?: false | Partial<NewCertificate>;
  access?: boolean;
}

export async function aBusiness(db: TestDb, wishes: Wishes = {}): Promise<TestBusiness> {
  const {
    series = ['B001', 'F001'],
    state = 'active',
    certificate = {},
    access = true,
    ...data
  } = wishes;
  const ruc = `20${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const { id } = await createBusiness(db, BY, {
    ruc,
    legalName: 'Bodega de Prueba S.A.C.',
    ratePerMinute: 1_000_000,
    ...data,
  });
  for (const code of series) await addSeries(db, BY, id, code);
  if (certificate) await putCertificate(db, BY, id, { ...aCertificate(ruc), ...certificate });
  if (access)
    await putAccess(db, BY, id, { solUser: randomBytes(40), solPassword: randomBytes(40) });
  await setBusinessState(db, BY, id, state);
  // its certificate signs nothing: no worker of another test may take its documents
  await db.pool.query(
    `UPDATE businesses SET paused_until = 'infinity', pause_reason = 'test' WHERE id = $1`,
    [id],
  );
  return { id, ruc, ...(await aCredential(db, id)) };
}

/** The API never opens a certificate: it looks at its dates and its RUC. */
const aCertificate = (ruc: string): NewCertificate => ({
  certificate: randomBytes(64),
  privateKey: randomBytes(64),
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
    name: 'caja',
    apiKey,
    secretHash: hashSecret(apiSecret, PEPPER),
  });
  return { apiKey, credentials: { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret } };
}
