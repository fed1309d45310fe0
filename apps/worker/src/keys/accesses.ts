/** The credentials of a business at the authority, unsealed once and cached until they change. */
import { type AccessField, accessColumn, type Claim, type Db, findAccess } from '@rafaga/db';
import { memoize } from '@rafaga/runtime/concurrency';
import type { Vault } from '@rafaga/secrets';
import type { ConsultAccess, SolAccess } from '@rafaga/sunat';

export interface OpenAccess {
  sol: SolAccess;
  consult?: ConsultAccess;
}

/** The business, and when its credentials were last changed. */
export type AccessOf = Pick<Claim, 'businessId'> & {
  business: Pick<Claim['business'], 'accessAt'> & {
    issuer: Pick<Claim['business']['issuer'], 'ruc'>;
  };
};

const MAX_CACHED = 500;

export type Accesses = (claim: AccessOf) => Promise<OpenAccess | undefined>;

export function createAccesses(db: Db, vault: Vault): Accesses {
  const cached = memoize<string, OpenAccess | undefined>({ max: MAX_CACHED });

  async function open(businessId: number, ruc: string): Promise<OpenAccess | undefined> {
    const found = await findAccess(db, businessId);
    if (!found) return undefined;
    const text = (sealed: Buffer, field: AccessField) =>
      vault.open(sealed, accessColumn(businessId, field)).toString('utf8');
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
    cached(`${businessId} ${accessAt?.getTime()}`, () => open(businessId, issuer.ruc));
}
