/** Tests what keeps a month from being detached although bundles have its documents. */
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, aDocument } from '../../testing/aDocument.js';
import { FILE, SIGNED } from '../../testing/signed.js';
import { adoptCdr } from '../exchange/adoptCdr.js';
import { claim } from '../exchange/claim.js';
import type { Claim } from '../exchange/claimed.js';
import { markSigned } from '../exchange/markSigned.js';
import { settle } from '../exchange/settle.js';
import { createIssuance } from '../issuing/issuance.js';
import { recordBundle } from './bundles.js';
import { documentsToArchive } from './documentsToArchive.js';
import type { Month } from './month.js';
import { countChanged } from './monthToDetach.js';

const db = aDb();
const issuance = createIssuance(db);
afterAll(async () => {
  await issuance.close();
  await db.close();
});

const ACCEPTED = { state: 'accepted', code: '0', description: 'aceptada', notes: [] } as const;

/** An accepted document without a CDR, and a month that has it alone. */
async function accepted(): Promise<{ held: Claim; month: Month }> {
  const { id: businessId } = await aBusiness(db, 'B001');
  const issued = await issuance.issue(aDocument(businessId));
  const held = (await claim(db, issued.is === 'issued' ? issued.id : 0, 'w1')) as Claim;
  await markSigned(db, held, SIGNED, { sending: true });
  await settle(db, held, { ...ACCEPTED, evidence: 'presumed', tookMs: 1 });
  const { documentId: from } = held;
  // a bundle is made of what the search has
  await db.pool.query(
    `WITH client AS (
        INSERT INTO clients (business_id, document, name) VALUES ($1, '1', 'x') RETURNING id)
      INSERT INTO document_search (business_id, document_id, client_id, total)
      SELECT $1, $2, id, 1 FROM client`,
    [businessId, from],
  );
  return { held, month: { name: '2026-11', from, before: from + 1 } };
}

test('a CDR that comes while a bundle is written keeps its month', async () => {
  const { held, month } = await accepted();
  const { documentId, businessId } = held;
  const bundled = async (sequence: number, meanwhile: () => Promise<unknown>) => {
    const { value } = await documentsToArchive(db, businessId, month).next();
    const [{ version } = { version: 'none' }]: { version: string }[] = value ?? [];
    await meanwhile();
    const place = { documentId, offset: 0, length: 1, kind: 'boleta', version } as const;
    await recordBundle(
      db,
      { ...FILE, businessId, month: month.name, sequence, signer: Buffer.alloc(32) },
      [{ ...place, series: 'B001', number: 1 }],
    );
    return (await countChanged(db, month)).changed;
  };
  const cdr = { documentId, file: FILE, cdr: ACCEPTED, attempt: 0, detail: '', by: 'panel:ana' };
  expect(await bundled(1, () => adoptCdr(db, cdr))).toBe(1);
  expect(await bundled(2, async () => undefined)).toBe(0);
});
