/** The SOL access with which a rehearsal is sent. */
import {
  type Db,
  destinationOf,
  findAccess,
  type RehearsedBusiness,
  rehearsalTarget,
} from '@rafaga/db';
import type { Vault } from '@rafaga/secrets';
import { openSol, storedElsewhere } from '../keys/accesses.js';
import { CannotRehearse } from './signRehearsal.js';

/** SUNAT's beta accepts any RUC with this user; the password of production is not sent there. */
const BETA_USER = { user: 'MODDATOS', password: 'moddatos' } as const;

/** @throws CannotRehearse */
export async function rehearsalAccess(
  { db, vault }: { db: Db; vault: Vault },
  business: RehearsedBusiness,
): Promise<{ user: string; password: string }> {
  const { id, ruc, environment } = business;
  const ofBeta = { user: `${ruc}${BETA_USER.user}`, password: BETA_USER.password };
  if (rehearsalTarget(business) === 'beta' && environment === 'production') return ofBeta;
  const found = await findAccess(db, id);
  if (!found) throw new CannotRehearse('Falta el usuario SOL.');
  const destination = destinationOf(business);
  const refused = storedElsewhere(found, destination);
  if (refused) throw new CannotRehearse(refused);
  return openSol(vault, { businessId: id, ruc }, { ...found, destination });
}
