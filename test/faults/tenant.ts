/** The tenant of a scenario, with the calls of its clients. */
import type { TestDb } from '../../packages/db/testing/connections.js';
import type { SenderOptions } from '../support/senders.js';
import { createTenant, type Tenant as Issuing } from '../support/tenant.js';
import type { Call } from './history/history.js';
import type { Client } from './load.js';

export interface Tenant extends Issuing, Client {
  /** Whether it has credentials of Consulta Integrada. */
  consults: boolean;
  /** Every call of its clients, with the answer. */
  calls: Call[];
}

export const createSeller = async (db: TestDb, options: SenderOptions = {}): Promise<Tenant> => ({
  ...(await createTenant(db, options)),
  consults: options.consult ?? false,
  calls: [],
});
