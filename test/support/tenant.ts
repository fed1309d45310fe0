/** A business that can issue and send, with the credentials of its tills. */
import type { TestDb } from '../../packages/db/testing/connections.js';
import { aCredential } from './business.js';
import { aSender, type Sender, type SenderWishes } from './senders.js';

export interface Tenant extends Sender {
  /** X-Api-Key and X-Api-Secret. */
  credentials: Record<string, string>;
}

export async function createTenant(db: TestDb, wishes: SenderWishes = {}): Promise<Tenant> {
  const sender = await aSender(db, { ratePerMinute: 1_000_000, ...wishes });
  const { credentials } = await aCredential(db, sender.id);
  return { ...sender, credentials };
}
