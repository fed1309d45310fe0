/** A file at random is one of a document, and now and then a bundle of the archive. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type OwnServers, ownServers } from '../../../../test/support/servers.js';
import { aBusiness, aDocument } from '../../testing/aDocument.js';
import { createTestDb, type TestDb } from '../../testing/connections.js';
import { FILE } from '../../testing/signed.js';
import { recordBundle } from '../archiving/bundles.js';
import { createIssuance } from '../issuing/issuance.js';
import { pickFile, recordFile } from './files.js';

let servers: OwnServers;
let db: TestDb;
beforeAll(async () => {
  servers = await ownServers();
  db = createTestDb(servers.databaseUrl);
});
afterAll(async () => {
  await db.close();
  await servers.drop();
});

test('a bundle is picked, beside files of documents and where there are none', async () => {
  expect(await pickFile(db)).toBeUndefined();
  const { id: businessId } = await aBusiness(db, 'B001');
  const [bundle, xml] = [
    { ...FILE, objectKey: 'archivo/x.zip' },
    { ...FILE, objectKey: 'a/b' },
  ];
  await recordBundle(
    db,
    { ...bundle, businessId, month: '2026-11', sequence: 1, signer: Buffer.alloc(32) },
    [],
  );
  expect(await pickFile(db)).toEqual({ objectKey: 'archivo/x.zip', sha256: FILE.sha256 });

  const issuance = createIssuance(db);
  const issued = await issuance.issue(aDocument(businessId));
  await issuance.close();
  const id = issued.is === 'issued' ? issued.id : 0;
  await recordFile(db, { id, businessId }, { ...xml, kind: 'xml' });
  const picked = new Set<string | undefined>();
  for (let turn = 0; turn < 2_000 && picked.size < 2; turn += 1)
    picked.add((await pickFile(db))?.objectKey);
  expect([...picked].sort()).toEqual(['a/b', 'archivo/x.zip']);
});
