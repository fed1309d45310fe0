/** Creates a business that can issue and send, with credentials for the API. */
import type { TestDb } from '../../packages/db/testing/connections.js';
import { aCredential } from './business.js';
import { aSender, type Sender, type SenderOptions } from './senders.js';

export interface Tenant extends Sender {
  /** X-Api-Key and X-Api-Secret. */
  credentials: Record<string, string>;
}

export async function createTenant(db: TestDb, options: SenderOptions = {}): Promise<Tenant> {
  const sender = await aSender(db, { ratePerMinute: 1_000_000, ...options });
  const { credentials } = await aCredential(db, sender.id);
  return { ...sender, credentials };
}
