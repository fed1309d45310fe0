/** Tests that every sealed secret is rewrapped in its own context. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, BY } from '../../testing/aDocument.js';
import { findAccess, putAccess } from './accesses.js';
import { findSigningCertificate, putCertificate } from './certificates.js';
import { rewrapSecrets } from './rewrapSecrets.js';
import { setSecondFactor } from './userProofs.js';
import { addUser } from './users.js';

const db = aDb();
afterAll(() => db.close());

test('every sealed secret is rewrapped in its own context', async () => {
  const [one, other] = [await aBusiness(db), await aBusiness(db)];
  const sealed = () => randomBytes(80);
  const access = {
    solUser: sealed(),
    solPassword: sealed(),
    consultId: sealed(),
    consultSecret: sealed(),
  };
  await putAccess(db, BY, one.id, access);
  await putAccess(db, BY, other.id, { solUser: access.solUser, solPassword: access.solPassword });
  const dates = {
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2028-01-01'),
    fingerprint: randomBytes(32).toString('hex'),
  };
  const privateKey = sealed();
  await putCertificate(db, BY, one.id, { certificate: sealed(), privateKey, ...dates });

  const { id: userId } = await addUser(db, BY, {
    email: `${randomBytes(6).toString('hex')}@prueba.pe`,
    name: 'Ana',
    role: 'admin',
  });
  const totp = sealed();
  await setSecondFactor(db, BY, userId, totp);

  // other tests keep secrets of theirs meanwhile, which stay as they are
  const contexts: string[] = [];
  const mine = new RegExp(`^((certificate|access):(${one.id}|${other.id})|totp:${userId})(:|$)`);
  const rewrap = (before: Buffer, context: string) => {
    if (!mine.test(context)) return before;
    contexts.push(context);
    return Buffer.concat([Buffer.from(`${context} `), before]);
  };
  await rewrapSecrets(db, BY, rewrap);

  const columns = ['solUser', 'solPassword', 'consultId', 'consultSecret'] as const;
  const expected = (id: number, column: (typeof columns)[number]) =>
    Buffer.concat([Buffer.from(`access:${id}:${column} `), access[column]]);
  expect(contexts.sort()).toEqual(
    [
      `certificate:${one.id}`,
      ...columns.map((column) => `access:${one.id}:${column}`),
      `access:${other.id}:solUser`,
      `access:${other.id}:solPassword`,
      `totp:${userId}`,
    ].sort(),
  );
  expect(await findAccess(db, one.id)).toEqual(
    Object.fromEntries(columns.map((column) => [column, expected(one.id, column)])),
  );
  expect(await findAccess(db, other.id)).toEqual({
    solUser: expected(other.id, 'solUser'),
    solPassword: expected(other.id, 'solPassword'),
  });
  expect((await findSigningCertificate(db, one.id))?.privateKey).toEqual(
    Buffer.concat([Buffer.from(`certificate:${one.id} `), privateKey]),
  );
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  expect(Buffer.from(user.totpSecret ?? [])).toEqual(
    Buffer.concat([Buffer.from(`totp:${userId} `), totp]),
  );
});
