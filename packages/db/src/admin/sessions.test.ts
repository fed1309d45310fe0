/** Tests the sessions of the panel: their content, their heartbeat and their end. */
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { aDb, BY } from '../../testing/aDocument.js';
import { findSession, openSession, type Stage } from './sessions.js';
import { addUser, changeUser, listUsers } from './users.js';

const db = aDb();
afterAll(() => db.close());

async function signedIn(stage: Stage = 'authenticated') {
  const person = await addUser(db, BY, {
    email: `${randomBytes(6).toString('hex')}@prueba.pe`,
    name: 'Ana',
    role: 'operator',
  });
  const id = randomBytes(32);
  const proofs = { passwordHash: null, totpSecret: null, role: person.role };
  await openSession(db, { id, userId: person.id, stage, after: proofs });
  const seen = (ago: string) =>
    db.pool.query('UPDATE sessions SET seen_at = now() - $2::interval WHERE id = $1', [id, ago]);
  const lastSeen = async () =>
    (
      await db.prisma.session.findUniqueOrThrow({ where: { id: new Uint8Array(id) } })
    ).seenAt.getTime();
  return { person, id, seen, lastSeen };
}

test('a session contains its person without secrets', async () => {
  const { person, id } = await signedIn();
  const found = await findSession(db, id);
  expect(found).toEqual({ user: person, stage: 'authenticated', provedAt: expect.any(Date) });
});

test('the time of the last use is written once a minute, not at every page', async () => {
  const { id, seen, lastSeen } = await signedIn();
  const first = await lastSeen();
  await findSession(db, id);
  expect(await lastSeen()).toBe(first);
  await seen('29 minutes');
  expect(await findSession(db, id)).toBeDefined();
  expect(await lastSeen()).toBeGreaterThanOrEqual(first);
});

test('a session ends after half an hour without use, or when its person is disabled', async () => {
  const idle = await signedIn();
  await idle.seen('31 minutes');
  expect(await findSession(db, idle.id)).toBeUndefined();
  const out = await signedIn();
  await changeUser(db, BY, out.person.id, { disabled: true });
  expect(await findSession(db, out.id)).toBeUndefined();
});

test('the list of users counts the sessions that are open', async () => {
  const [open, idle, old, half] = [
    await signedIn(),
    await signedIn(),
    await signedIn(),
    await signedIn('code'),
  ];
  await idle.seen('31 minutes');
  // not now(): its column rounds up, to the next millisecond
  const expired = `UPDATE sessions SET expires_at = now() - interval '1 s' WHERE id = $1`;
  await db.pool.query(expired, [old.id]);
  const users = new Map((await listUsers(db)).map(({ id, sessions }) => [id, sessions]));
  expect([open, idle, old, half].map(({ person }) => users.get(person.id))).toEqual([1, 0, 0, 0]);
});
