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

const sealed = () => randomBytes(80);
const FIELDS = ['solUser', 'solPassword', 'consultId', 'consultSecret'] as const;

async function keepCertificate(businessId: number, privateKey: Buffer): Promise<SealedColumn> {
  await putCertificate(db, BY, businessId, {
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2028-01-01'),
    fingerprint: randomBytes(32).toString('hex'),
    certificate: sealed(),
    privateKey: () => privateKey,
  });
  const { id } = (await findSigningCertificate(db, businessId)) ?? { id: 0 };
  return certificateKeyColumn(id, businessId);
}

async function aUserWith(secret: Buffer): Promise<number> {
  const email = `${randomBytes(6).toString('hex')}@prueba.pe`;
  const { id } = await addUser(db, BY, { email, name: 'Ana', role: 'admin' });
  await setSecondFactor(db, BY, id, { secret, step: 0 });
  return id;
}

/** What the rewrap of a test makes of a secret: it names the column. */
const named = ({ context }: SealedColumn, before: Buffer) =>
  Buffer.concat([Buffer.from(`${context} `), before]);

test('every sealed secret is rewrapped for its own record and column', async () => {
  const [one, other] = [await aBusiness(db), await aBusiness(db)];
  const access = {
    solUser: sealed(),
    solPassword: sealed(),
    consultId: sealed(),
    consultSecret: sealed(),
  };
  await putAccess(db, BY, one.id, { ...access, destination: 'SUNAT' });
  // as an earlier program did: not bound to where it may be sent
  await putAccess(db, BY, other.id, { solUser: access.solUser, solPassword: access.solPassword });
  const [privateKey, totp] = [sealed(), sealed()];
  const keyColumn = await keepCertificate(one.id, privateKey);
  const userId = await aUserWith(totp);

  const columnOf = (id: number, field: (typeof FIELDS)[number]) => accessColumn(id, field, 'SUNAT');
  // other tests keep secrets of theirs meanwhile, which stay as they are
  const mine = [
    keyColumn,
    ...FIELDS.map((field) => columnOf(one.id, field)),
    columnOf(other.id, 'solUser'),
    columnOf(other.id, 'solPassword'),
    totpSecretColumn(userId),
  ].map(({ context }) => context);
  const contexts: string[] = [];
  const noted = (before: Buffer, column: SealedColumn) => {
    contexts.push(column.context);
    return named(column, before);
  };
  await rewrapSecrets(db, BY, {
    rewrap(before, column) {
      if (column.context.includes(`business ${other.id} `)) throw new Error('it is not bound');
      return mine.includes(column.context) ? noted(before, column) : before;
    },
    move: (before, _from, to) => noted(before, to),
  });

  expect(contexts.sort()).toEqual(mine.sort());
  const expected = (id: number, fields: readonly (typeof FIELDS)[number][]) => ({
    ...Object.fromEntries(fields.map((it) => [it, named(columnOf(id, it), access[it])])),
    destination: 'SUNAT',
  });
  expect(await findAccess(db, one.id)).toEqual(expected(one.id, FIELDS));
  expect(await findAccess(db, other.id)).toEqual(expected(other.id, ['solUser', 'solPassword']));
  const certificate = await findSigningCertificate(db, one.id);
  expect(certificate?.privateKey).toEqual(named(keyColumn, privateKey));
  const user = await db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  expect(Buffer.from(user.totpSecret ?? [])).toEqual(named(totpSecretColumn(userId), totp));
});

test('an address that changes meanwhile only skips a value without a destination', async () => {
  const [first, bound, unbound] = [await aBusiness(db), await aBusiness(db), await aBusiness(db)];
  const access = { solUser: sealed(), solPassword: sealed() };
  for (const { id } of [first, bound])
    await putAccess(db, BY, id, { ...access, destination: 'SUNAT' });
  await putAccess(db, BY, unbound.id, access);
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
  expect(users).toEqual(['new ', 'new ', access.solUser.subarray(0, 4).toString()]);
});
