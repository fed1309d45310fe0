/**
 * The credentials of a business at the authority, unsealed once and cached until they change. They
 * are opened only for the addresses for which they were stored.
 */
import {
  type Access,
  type AccessField,
  accessColumn,
  bindAccess,
  type Claim,
  type Db,
  destinationOf,
  findAccess,
} from '@rafaga/db';
import { memoize } from '@rafaga/runtime/concurrency';
import { SealBroken, type Vault } from '@rafaga/secrets';
import type { ConsultAccess, SolAccess } from '@rafaga/sunat';

export interface OpenAccess {
  sol: SolAccess;
  consult?: ConsultAccess;
}

/** The reason, in Spanish, why a business has no usable credentials. */
export interface NoAccess {
  missing: string;
}

/** The business, where its documents are sent, and when its credentials were last changed. */
export type AccessOf = Pick<Claim, 'businessId'> & {
  business: Pick<Claim['business'], 'accessAt' | 'authority' | 'billUrl' | 'consultUrl'> & {
    issuer: Pick<Claim['business']['issuer'], 'ruc'>;
  };
};

const MAX_CACHED = 500;

export const NO_ACCESS = 'Faltan el usuario y la clave SOL secundarios de la empresa.';

export type Accesses = (claim: AccessOf) => Promise<OpenAccess | NoAccess>;

export function createAccesses(db: Db, vault: Vault): Accesses {
  const cached = memoize<string, OpenAccess | NoAccess>({ max: MAX_CACHED });

  async function open(
    businessId: number,
    ruc: string,
    destination: string,
  ): Promise<OpenAccess | NoAccess> {
    const found = await findAccess(db, businessId);
    if (!found) return { missing: NO_ACCESS };
    const refused = storedElsewhere(found, destination);
    if (refused) return { missing: refused };
    const bound = { ...found, destination };
    const access = openConsult(
      vault,
      businessId,
      bound,
      openSol(vault, { businessId, ruc }, bound),
    );
    if (found.destination === undefined) await bindAccess(db, businessId, destination);
    return access;
  }

  return ({ businessId, business }) => {
    const destination = destinationOf(business);
    return cached(`${businessId} ${business.accessAt?.getTime()} ${destination}`, () =>
      open(businessId, business.issuer.ruc, destination),
    );
  };
}

/** Why the credentials may not be sent to `now`, in Spanish; undefined when they may. */
export const storedElsewhere = ({ destination }: Access, now: string): string | undefined =>
  destination === undefined || destination === now
    ? undefined
    : `La clave SOL se guardó para ${destination} y los comprobantes van ahora a ${now}: ` +
      'guarda otra vez el usuario y la clave SOL para enviarlos ahí.';

/** @throws SealBroken when the credentials were sealed for another destination */
export function openSol(
  vault: Vault,
  { businessId, ruc }: { businessId: number; ruc: string },
  access: Access,
): SolAccess {
  const user = text(vault, access.solUser, { businessId, field: 'solUser', ...access });
  return {
    user: user.startsWith(ruc) ? user : ruc + user,
    password: text(vault, access.solPassword, { businessId, field: 'solPassword', ...access }),
  };
}

function openConsult(vault: Vault, businessId: number, access: Access, sol: SolAccess): OpenAccess {
  const { consultId, consultSecret, destination } = access;
  if (!consultId || !consultSecret) return { sol };
  const place = { businessId, destination };
  return {
    sol,
    consult: {
      id: text(vault, consultId, { ...place, field: 'consultId' }),
      secret: text(vault, consultSecret, { ...place, field: 'consultSecret' }),
    },
  };
}

interface Place {
  businessId: number;
  field: AccessField;
  destination?: string | undefined;
}

/** Opens a sealed text. An earlier version sealed texts without binding them to a destination. */
function text(vault: Vault, sealed: Buffer, { businessId, field, destination }: Place): string {
  const open = (bound?: string) =>
    vault.open(sealed, accessColumn(businessId, field, bound)).toString('utf8');
  if (destination === undefined) return open();
  try {
    return open(destination);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return open();
  }
}
