/**
 * Tries typed credentials at SUNAT before they are stored. Where an authority has no such query, or
 * does not answer, the first document that is sent will tell.
 */
import type { Business } from '@rafaga/db';
import { limaToday, verdict } from '@rafaga/fiscal';
import type { ClearConsult } from '@rafaga/operations/business';
import { createAuthority, type Endpoints, SUNAT, servicesAt, servicesOf } from '@rafaga/sunat';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';
import type { Authority } from './authorities.js';

/** The credentials that a form holds; blank ones are absent. */
export interface TypedAccess {
  sol?: { user: string; password: string };
  consult?: ClearConsult;
}

/** No document has this number: a query for it tells whether the credentials are accepted. */
const UNISSUED = { type: '01', series: 'F999', number: 99_999_999 };

type Client = ReturnType<typeof createAuthority>;

export async function faultsAtSunat(
  request: BusinessRequest,
  authority: Authority | 'custom',
  typed: TypedAccess,
): Promise<Faults> {
  const { deps, business } = request;
  const client = createAuthority({ ...endpoints(authority, business, deps.simulatorUrl) });
  try {
    return (
      (await solFault(client, request, typed)) ?? (await consultFault(client, request, typed)) ?? {}
    );
  } finally {
    client.close();
  }
}

async function solFault(
  client: Client,
  { business }: BusinessRequest,
  { sol }: TypedAccess,
): Promise<Faults | undefined> {
  if (!sol) return undefined;
  const answer = await client.statusCdr?.(
    { ruc: business.ruc, ...UNISSUED },
    { user: `${business.ruc}${sol.user}`, password: sol.password },
  );
  if (answer?.is !== 'fault' || verdict(answer.code).do !== 'configuration') return undefined;
  return {
    clave:
      `SUNAT no lo acepta (código ${answer.code}) y no se guardó: revisa el usuario, la ` +
      'clave y, en SUNAT, su perfil.',
  };
}

async function consultFault(
  client: Client,
  { business, now }: BusinessRequest,
  { consult }: TypedAccess,
): Promise<Faults | undefined> {
  if (!consult) return undefined;
  const answer = await client.consult?.(
    { ruc: business.ruc, ...UNISSUED, issueDate: limaToday(now), total: '1.00' },
    { id: consult.consultId, secret: consult.consultSecret },
  );
  return answer?.is === 'denied'
    ? { consulta_clave: 'SUNAT no acepta estas credenciales de Consulta Integrada.' }
    : undefined;
}

function endpoints(
  authority: Authority | 'custom',
  { billUrl, consultUrl }: Business,
  simulatorUrl: string,
): Endpoints {
  if (authority === 'simulator') return servicesAt(simulatorUrl);
  return authority === 'custom'
    ? servicesOf(billUrl ?? '', consultUrl ?? undefined)
    : SUNAT[authority];
}
