/** Creates a person with an account of the panel, for tests in which persons decide. */
import { randomBytes } from 'node:crypto';
import type { Decider } from '../src/admin/proposal.js';
import { addUser, type Role } from '../src/admin/users.js';
import { BY } from './aDocument.js';
import type { TestDb } from './connections.js';

export interface Person extends Decider {
  email: string;
}

export async function aPerson(db: TestDb, role: Role = 'operator'): Promise<Person> {
  const email = `${role}-${randomBytes(6).toString('hex')}@prueba.pe`;
  const { id } = await addUser(db, BY, { email, name: 'Ana', role });
  return { actor: `panel:${email}`, userId: id, email };
}
