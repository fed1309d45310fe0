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
import { type RewrapResult, rewrapSecrets } from './rewrapSecrets.js';
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
  await setSecondFactor(db, BY, userId, { secret: totp, step: 0 });

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

test('an address that changes meanwhile only skips a value without a destination', async () => {
  const [first, bound, unbound] = [await aBusiness(db), await aBusiness(db), await aBusiness(db)];
  const sealed = { solUser: randomBytes(80), solPassword: randomBytes(80) };
  for (const { id } of [first, bound])
    await putAccess(db, BY, id, { ...sealed, destination: 'SUNAT' });
  await putAccess(db, BY, unbound.id, sealed);
  const ids = [first.id, bound.id, unbound.id];
  const mine = ids.map((id) => accessColumn(id, 'solUser', 'SUNAT').context);

  // the first statement waits for this lock while the addresses of the other rows change
  const lock = await db.pool.connect();
  await lock.query('BEGIN');
  await lock.query('SELECT 1 FROM accesses WHERE business_id = $1 FOR UPDATE', [first.id]);
  let result: Promise<RewrapResult> | undefined;
  await new Promise<void>((isReading) => {
    result = rewrapSecrets(db, BY, {
      rewrap(before, { context }) {
        if (!mine.includes(context)) return before;
        isReading();
        return Buffer.concat([Buffer.from('new '), before]);
      },
      move: (before) => before,
    });
  });
  await db.pool.query(
    "UPDATE businesses SET authority = 'custom', bill_url = $2 WHERE id = ANY ($1)",
    [ids, 'https://ose.example/billService'],
  );
  await lock.query('COMMIT');
  lock.release();

  expect(await result).toEqual({ count: 2, skipped: 1, bound: [] });
  const users = [];
  for (const id of ids) users.push((await findAccess(db, id))?.solUser?.subarray(0, 4).toString());
  expect(users).toEqual(['new ', 'new ', sealed.solUser.subarray(0, 4).toString()]);
});
