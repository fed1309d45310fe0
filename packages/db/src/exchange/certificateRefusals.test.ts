/** Tests when refusals of a certificate pause a business. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument, BY } from '../../testing/aDocument.js';
import { createIssuance } from '../issuing/issuance.js';
import { acceptCertificate, refuseCertificate } from './certificateRefusals.js';
import { holdBusiness } from './pause.js';

const db = aDb();
const issuance = createIssuance(db);
afterAll(async () => {
  await issuance.close();
  await db.close();
});

const PAUSE = { reason: '2335' };

let businessId: number;
let ids: number[];
beforeAll(async () => {
  ({ id: businessId } = await aBusiness(db, 'B001'));
  const issued = await Promise.all(
    Array.from({ length: 3 }, () => issuance.issue(aDocument(businessId))),
  );
  ids = issued.map((one) => (one.is === 'issued' ? one.id : 0));
  await db.pool.query(
    `INSERT INTO certificates (business_id, certificate, private_key, not_before, not_after,
        fingerprint, created_at)
      VALUES ($1, '', '', now() - interval '1 day', now() + interval '1 day', repeat('0', 64),
        now() - interval '1 hour')`,
    [businessId],
  );
});

/** Deletes outcomes, refusals and the pause of the business. */
const forget = () =>
  db.pool.query(
    `WITH o AS (DELETE FROM outcomes WHERE business_id = $1)
      UPDATE businesses SET paused_until = NULL, pause_reason = NULL, certificate_refused_at = NULL,
        certificate_refused_document = NULL
      WHERE id = $1`,
    [businessId],
  );
const refused = (at: number) =>
  refuseCertificate(db, { businessId, documentId: ids[at] as number }, PAUSE);
const accepted = (at: number, evidence = 'cdr') =>
  db.pool.query(
    `INSERT INTO outcomes (document_id, business_id, issuer, digest, qr, signed_at, state, code,
       description, settled_at, evidence)
      VALUES ($1, $2, '{}', 'd', 'q', now(), 'accepted', '0', '', clock_timestamp(), $3)`,
    [ids[at], businessId, evidence],
  );
const paused = async () =>
  (await db.prisma.business.findUniqueOrThrow({ where: { id: businessId } })).pauseReason;

test('repeated refusals of one document do not pause its business', async () => {
  await forget();
  expect([await refused(0), await refused(0)]).toEqual([false, false]);
  expect(await paused()).toBeNull();
});

test('refusals of two documents pause their business, once', async () => {
  await forget();
  expect([await refused(0), await refused(1), await refused(2)]).toEqual([false, true, false]);
  expect(await paused()).toBe('2335');
});

test('an acceptance in between clears the certificate, a presumed one does not', async () => {
  await forget();
  await refused(0);
  await accepted(2);
  expect(await refused(1)).toBe(false);
  expect(await paused()).toBeNull();
  await forget();
  await refused(0);
  await accepted(2, 'presumed');
  expect(await refused(1)).toBe(true);
});

test('two refusals more than ten minutes apart do not pause the business', async () => {
  await forget();
  await refused(0);
  await db.pool.query(
    `UPDATE businesses SET certificate_refused_at = now() - interval '11 minutes' WHERE id = $1`,
    [businessId],
  );
  expect(await refused(1)).toBe(false);
  expect(await refused(2)).toBe(true);
});

test('concurrent refusals of two documents begin one pause', async () => {
  await forget();
  const began = await Promise.all([refused(0), refused(1), refused(2)]);
  expect(began.filter(Boolean)).toHaveLength(1);
});

test("an operator's pause is not changed", async () => {
  await forget();
  await refused(0);
  await holdBusiness(db, { ...BY, reason: 'lo detuvo Ana' }, businessId);
  expect(await refused(1)).toBe(false);
  expect(await paused()).toBe('lo detuvo Ana');
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const refusedAt = async () =>
  (await db.prisma.business.findUniqueOrThrow({ where: { id: businessId } })).certificateRefusedAt;

test('only a certificate that signed what SUNAT accepted is no longer refused', async () => {
  await forget();
  const refusedAfter = async (readAt: Date, signedAt: Date) => {
    await acceptCertificate(db, { businessId, readAt, signedAt });
    return (await refusedAt()) !== null;
  };
  await refused(0);
  const soon = minutesAgo(-1);
  expect(await refusedAfter(soon, minutesAgo(61))).toBe(true);
  expect(await refusedAfter(minutesAgo(1), minutesAgo(5))).toBe(true);
  expect(await refusedAfter(soon, minutesAgo(5))).toBe(false);
});

test('a certificate that was stored after the refused one was read is not refused', async () => {
  await forget();
  const refusedSince = (at: number, readAt: Date) =>
    refuseCertificate(db, { businessId, documentId: ids[at] as number }, { ...PAUSE, readAt });
  expect([await refusedSince(0, minutesAgo(61)), await refusedSince(1, minutesAgo(61))]).toEqual([
    false,
    false,
  ]);
  expect([await refusedAt(), await paused()]).toEqual([null, null]);
  await refusedSince(0, minutesAgo(1));
  expect(await refusedAt()).not.toBeNull();
});
