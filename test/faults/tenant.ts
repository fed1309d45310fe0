/** The tenant of a scenario, and what its tills asked for. */
import type { TestDb } from '../../packages/db/testing/connections.js';
import type { SenderWishes } from '../support/senders.js';
import { createTenant, type Tenant as Issuing } from '../support/tenant.js';
import type { Call } from './history/history.js';
import type { Client } from './load.js';

export interface Tenant extends Issuing, Client {
  /** Whether it can ask Consulta Integrada. */
  consults: boolean;
  /** What its tills asked for, and what they were told. */
  calls: Call[];
}

export const createSeller = async (db: TestDb, wishes: SenderWishes = {}): Promise<Tenant> => ({
  ...(await createTenant(db, wishes)),
  consults: wishes.consult ?? false,
  calls: [],
});
