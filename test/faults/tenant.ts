/**
 * A tenant of a scenario's own: a business that can issue and send, and the credentials of its tills.
 */
import { addCredential, type Db } from '@rafaga/db';
import { hashSecret, newCredential } from '@rafaga/secrets';
import { aSender, type SenderWishes } from '../support/senders.js';
import { PEPPER } from './cluster.js';
import type { Call } from './history/history.js';
import type { Client } from './load.js';

export interface Tenant extends Client {
  id: number;
  ruc: string;
  /** Whether it can ask Consulta Integrada. */
  consults: boolean;
  /** What its tills asked for, and what they were told. */
  calls: Call[];
}

export async function createTenant(db: Db, wishes: SenderWishes = {}): Promise<Tenant> {
  const sender = await aSender(db, { ratePerMinute: 1_000_000, ...wishes });
  const { apiKey, apiSecret } = newCredential();
  const secretHash = hashSecret(apiSecret, PEPPER);
  await addCredential(
    db,
    { actor: 'test' },
    { businessId: sender.id, name: 'caja', apiKey, secretHash },
  );
  return {
    ...sender,
    consults: wishes.consult ?? false,
    calls: [],
    credentials: { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret },
  };
}
