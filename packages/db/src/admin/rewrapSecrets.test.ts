/** Tests that every sealed secret is rewrapped for its own record and column. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { aBusiness, aDb, BY } from '../../testing/aDocument.js';
import {
  accessColumn,
  certificateKeyColumn,
  type SealedColumn,
  totpSecretColumn,
} from '../sealedColumns.js';
import { findAccess, putAccess } from './accesses.js';
import { findSigningCertificate, putCertificate } from './certificates.js';
import { rewrapSecrets } from './rewrapSecrets.js';
import { setSecondFactor } from './userProofs.js';
import { addUser } from './users.js';

const db = aDb();
afterAll(() => db.close());

test('every sealed secret is rewrapped for its own record and column', async () => {
  const [one, other] = [await aBusiness(db), await aBusiness(db)];
  const sealed = () => randomBytes(80);
  const access = {
    solUser: sealed(),
    solPassword: sealed(),
    consultId: sealed(),
    consultSecret: sealed(),
  };
  await putAccess(db, BY, one.id, { ...access, destination: 'SUNAT' });
  // as an earlier program did: not bound to where it may be sent
  await putAccess(db, BY, other.id, { solUser: access.solUser, solPassword: access.solPassword });
  const dates = {
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2028-01-01'),
    fingerprint: randomBytes(32).toString('hex'),
  };
  const privateKey = sealed();
  await putCertificate(db, BY, one.id, {
    ...dates,
    certificate: sealed(),
    privateKey: () => privateKey,
  });

  const { id: userId } = await addUser(db, BY, {
    email: `${randomBytes(6).toString('hex')}@prueba.pe`,
    name: 'Ana',
    role: 'admin',
  });
  const totp = sealed();
  await setSecondFactor(db, BY, userId, totp);

  // other tests keep secrets of theirs meanwhile, which stay as they are
  const { id: certificateId } = (await findSigningCertificate(db, one.id)) ?? { id: 0 };
  const columns = ['solUser', 'solPassword', 'consultId', 'consultSecret'] as const;
  const mine = [
    certificateKeyColumn(certificateId, one.id),
    ...columns.map((field) => accessColumn(one.id, field, 'SUNAT')),
    accessColumn(other.id, 'solUser', 'SUNAT'),
    accessColumn(other.id, 'solPassword', 'SUNAT'),
    totpSecretColumn(userId),
  ].map(({ context }) => context);
  const contexts: string[] = [];
  const noted = (before: Buffer, { context }: SealedColumn) => {
    contexts.push(context);
    return Buffer.concat([Buffer.from(`${context} `), before]);
  };
  await rewrapSecrets(db, BY, {
    rewrap(before, column) {
      if (column.context.includes(`business ${other.id} `)) throw new Error('it is not bound');
      return mine.includes(column.context) ? noted(before, column) : before;
    },
    move: (before, _from, to) => noted(before, to),
  });

  const expected = (id: number, column: (typeof columns)[number]) =>
    Buffer.concat([Buffer.from(`${accessColumn(id, column, 'SUNAT').context} `), access[column]]);
  expect(contexts.sort()).toEqual(mine.sort());
  expect(await findAccess(db, one.id)).toEqual({
    ...Object.fromEntries(columns.map((column) => [column, expected(one.id, column)])),
    destination: 'SUNAT',
  });
  expect(await findAccess(db, other.id)).toEqual({
    destination: 'SUNAT',
    solUser: expected(other.id, 'solUser'),
    solPassword: expected(other.id, 'solPassword'),
  });
  expect((await findSigningCertificate(db, one.id))?.privateKey).toEqual(
    Buffer.concat([
      Buffer.from(`${certificateKeyColumn(certificateId, one.id).context} `),
      privateKey,
    ]),
  );
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  expect(Buffer.from(user.totpSecret ?? [])).toEqual(
    Buffer.concat([Buffer.from(`${totpSecretColumn(userId).context} `), totp]),
  );
});
