/** The tenant of a scenario, and what its tills asked for. */
import type { Db } from '@rafaga/db';
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

export const createSeller = async (db: Db, wishes: SenderWishes = {}): Promise<Tenant> => ({
  ...(await createTenant(db, wishes)),
  consults: wishes.consult ?? false,
  calls: [],
});
