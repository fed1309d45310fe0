/**
 * A business with the longest data that are allowed, without blanks, and documents in every state.
 */
import { randomBytes } from 'node:crypto';
import {
  addCountedCalls,
  addCredential,
  changeDesign,
  createIssuance,
  holdBusiness,
  putCdrSigner,
} from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';
import { aDocument } from '../../packages/db/testing/aDocument.js';
import type { TestDb } from '../../packages/db/testing/connections.js';
import { keepEvidence } from '../support/panel.js';
import type { PanelEnvironment } from '../support/panelEnvironment.js';
import { aSender, issue } from '../support/senders.js';
import { PEPPER, SECRET_KEYS } from '../support/settings.js';

const BY = { actor: 'panel:test', reason: 'r'.repeat(1_000) };
const unbroken = (length: number): string => 'Ñ'.repeat(length);

export interface Crowded {
  ruc: string;
  apiKey: string;
  /** A document that is accepted, rejected, in review, on its way. */
  accepted: number;
  rejected: number;
  review: number;
  pending: number;
}

export async function crowded(testEnvironment: PanelEnvironment): Promise<Crowded> {
  const { db } = testEnvironment;
  const business = await aSender(db);
  const decided = await twoDecided(testEnvironment, business);
  await holdBusiness(db, BY, business.id);
  await lengthenBusiness(db, business.id);
  const apiKey = await aUsedCredential(db, business.id);
  await putCdrSigner(db, BY, longSigner());
  const [review = 0, pending = 0] = await longDocuments(db, business.id);
  await leaveInReview(db, business.id, review);
  return { ruc: business.ruc, apiKey, ...decided, review, pending };
}

/** Issues two boletas, of which SUNAT accepts one and rejects the other. */
async function twoDecided(
  testEnvironment: PanelEnvironment,
  business: { id: number; ruc: string },
): Promise<Pick<Crowded, 'accepted' | 'rejected'>> {
  const { db } = testEnvironment;
  const worker = await testEnvironment.work();
  const accepted = await issue(db, business, 'boleta');
  const rejected = await issue(db, business, 'boleta', '99990003');
  await testEnvironment.until(accepted, ({ outcome }) => outcome?.state === 'accepted');
  await testEnvironment.until(rejected, ({ outcome }) => outcome?.state === 'rejected');
  await worker.stop();
  return { accepted, rejected };
}

async function lengthenBusiness(db: TestDb, id: number): Promise<void> {
  await db.prisma.business.update({
    where: { id },
    data: {
      legalName: unbroken(1_500),
      tradeName: unbroken(1_500),
      address: unbroken(200),
      pauseReason: unbroken(500),
    },
  });
  await changeDesign(db, BY, id, {
    color: '#7a1f5c',
    logo: null,
    contact: 'Teléfono 01 555 0101',
    footer: 'Gracias',
    consultAt: null,
    barcode: null,
    ticketLength: null,
    archive: null,
  });
}

/** Adds a credential with refused calls from two addresses. @returns its API key */
async function aUsedCredential(db: TestDb, businessId: number): Promise<string> {
  const { apiKey, apiSecret } = newCredential();
  const { id: credentialId } = await addCredential(db, BY, {
    businessId,
    name: unbroken(100),
    apiKey,
    secretHash: hashSecret(apiSecret, PEPPER),
  });
  const counted = { hour: new Date(), lastAt: new Date(), unproven: 3_000_000, overLimit: 1 };
  await addCountedCalls(
    db,
    ['2001:db8:1111:2222:3333:4444:5555:6666', ''].map((address) => ({
      businessId,
      credentialId,
      address,
      ...counted,
    })),
  );
  return apiKey;
}

/** Leaves a document in review, with a long error and long evidence. */
async function leaveInReview(db: TestDb, businessId: number, documentId: number): Promise<void> {
  await db.pool.query(
    `UPDATE emissions SET stage = 'review', review_reason = 'unknown_code', last_code = '9999',
        last_error = $2, attempts = 3, sends = 1
      WHERE document_id = $1`,
    [documentId, unbroken(500)],
  );
  await keepEvidence(db, businessId, documentId, unbroken(5_000), SECRET_KEYS);
}

/** A CDR signer of an OSE with a very long address. */
const longSigner = () => ({
  authority: `https://ose.example.pe/${unbroken(200)}`,
  certificate: randomBytes(40),
  fingerprint: randomBytes(32).toString('hex'),
  subject: `CN=${unbroken(300)}`,
  notBefore: new Date('2026-01-01'),
  notAfter: new Date('2027-01-01'),
  source: unbroken(500),
});

async function longDocuments(db: TestDb, businessId: number): Promise<number[]> {
  const issuance = createIssuance(db);
  const client = {
    documentType: '1',
    document: '45678912',
    name: unbroken(1_500),
    address: unbroken(200),
    email: `${unbroken(100)}@a.pe`,
  };
  const line = {
    unit: 'NIU',
    quantity: '1234567890.1234567890',
    unitPrice: '1234.5',
    affectation: '10',
    description: unbroken(500),
  };
  const sale = {
    kind: 'boleta',
    series: 'B001',
    client,
    payment: 'cash',
    note: unbroken(500),
    lines: [line, line],
  };
  try {
    const issued = await Promise.all(
      [1, 2].map(() => {
        const reference = randomBytes(64).toString('hex');
        return issuance.issue(
          aDocument(businessId, { reference, client, sale, total: '9999999999.99' }),
        );
      }),
    );
    return issued.map((one) => (one.is === 'issued' ? one.id : 0));
  } finally {
    await issuance.close();
  }
}
