/** How a business signs in at the authority: opened once, kept until it is changed. */
import { type Claim, type Db, findAccess } from '@rafaga/db';
import type { Vault } from '@rafaga/secrets';
import type { ConsultAccess, SolAccess } from '@rafaga/sunat';
import { createCache } from './cache.js';

export interface OpenAccess {
  sol: SolAccess;
  consult?: ConsultAccess;
}

/** Whose access, and since when it is what it is. */
export type AccessOf = Pick<Claim, 'businessId'> & {
  business: Pick<Claim['business'], 'accessAt' | 'issuer'>;
};

export type Accesses = (claim: AccessOf) => Promise<OpenAccess | undefined>;

export function createAccesses(db: Db, vault: Vault): Accesses {
  const cache = createCache<OpenAccess | undefined>();

  async function open(businessId: number, ruc: string): Promise<OpenAccess | undefined> {
    const found = await findAccess(db, businessId);
    if (!found) return undefined;
    const text = (sealed: Buffer, column: string) =>
      vault.open(sealed, `access:${businessId}:${column}`).toString('utf8');
    const user = text(found.solUser, 'solUser');
    const sol = {
      user: user.startsWith(ruc) ? user : ruc + user,
      password: text(found.solPassword, 'solPassword'),
    };
    if (!found.consultId || !found.consultSecret) return { sol };
    return {
      sol,
      consult: {
        id: text(found.consultId, 'consultId'),
        secret: text(found.consultSecret, 'consultSecret'),
      },
    };
  }

  return ({ businessId, business: { accessAt, issuer } }) =>
    cache(`${businessId} ${accessAt?.getTime()}`, () => open(businessId, issuer.ruc));
}
