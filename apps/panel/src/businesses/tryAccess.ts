/**
 * Tries typed credentials at SUNAT before they are stored. What could not be tried is stored too,
 * with the reason, so that no page takes it for proven.
 */
import { type AccessTrials, TRIAL_ACCEPTED, type Trial } from '@rafaga/db';
import { limaToday, verdict } from '@rafaga/fiscal';
import { plainError } from '@rafaga/operations';
import type { ClearConsult } from '@rafaga/operations/business';
import type { BusinessRequest } from '../edge/pageRequest.js';
import type { Faults } from '../html/components.js';
import type { Authority } from './authorities.js';
import { endpointsOf, openAuthority, policyFor } from './authorityClient.js';

/** The credentials that a form holds; blank ones are absent. */
export interface TypedAccess {
  sol?: { user: string; password: string };
  consult?: ClearConsult;
}

/** No document has this number: a query for it tells whether the credentials are accepted. */
const UNISSUED = { type: '01', series: 'F999', number: 99_999_999 };

/** The simulator is not SUNAT: none of its answers proves anything there. */
const nameOf = (authority: Authority | 'custom'): string =>
  authority === 'simulator' ? 'el simulador' : 'SUNAT';

const NO_QUERY = 'este ambiente no ofrece una consulta con que probarlo';

type Client = ReturnType<typeof openAuthority>;

interface Tried {
  faults: Faults;
  trials: AccessTrials;
}

export async function tryAccess(
  request: BusinessRequest,
  authority: Authority | 'custom',
  typed: TypedAccess,
): Promise<Tried> {
  const { deps, business, now } = request;
  const client = openAuthority(
    endpointsOf(authority, business, deps.simulatorUrl),
    policyFor(authority, deps),
  );
  try {
    const [sol, consult] = await Promise.all([
      trySol(client, request, typed, nameOf(authority)),
      tryConsult(client, request, typed, nameOf(authority)),
    ]);
    const faults = { ...faultOf('clave', sol), ...faultOf('consulta_clave', consult) };
    const trial = (outcome: Outcome | undefined): Trial | undefined =>
      outcome && { result: outcome.untried ?? TRIAL_ACCEPTED, at: now };
    const [triedSol, triedConsult] = [trial(sol), trial(consult)];
    return {
      faults,
      trials: {
        ...(triedSol && { sol: triedSol }),
        ...(triedConsult && { consult: triedConsult }),
      },
    };
  } finally {
    client.close();
  }
}

/** Neither a fault nor a reason: the credentials were accepted. */
interface Outcome {
  fault?: string;
  untried?: string;
}

const faultOf = (field: string, outcome: Outcome | undefined): Faults =>
  outcome?.fault ? { [field]: outcome.fault } : {};

async function trySol(
  client: Client,
  { business }: BusinessRequest,
  { sol }: TypedAccess,
  name: string,
): Promise<Outcome | undefined> {
  if (!sol) return undefined;
  if (!client.statusCdr) return { untried: NO_QUERY };
  const answer = await client.statusCdr(
    { ruc: business.ruc, ...UNISSUED },
    { user: `${business.ruc}${sol.user}`, password: sol.password },
  );
  return answer.is === 'status' || answer.is === 'fault'
    ? outcomeOf(answer, name)
    : unanswered(answer, name);
}

/** Only a status about the number comes after SUNAT has accepted the user and the password. */
function outcomeOf({ is, code }: { is: 'status' | 'fault'; code: string }, name: string): Outcome {
  if (is === 'status' && ABOUT_THE_NUMBER.test(code)) return {};
  return verdict(code).do === 'configuration'
    ? {
        fault:
          `No se guardó: ${name} no lo acepta (código ${code}). Revisa el usuario, la ` +
          'clave y, en SUNAT, su perfil.',
      }
    : { untried: `${name} contestó con el código ${code}, que no dice si lo acepta` };
}

/** getStatusCdr's own codes: one of another service, as 0109, may come as a status too. */
const ABOUT_THE_NUMBER = /^00(0[1-9]|1[0-2])$/;

async function tryConsult(
  client: Client,
  { business, now }: BusinessRequest,
  { consult }: TypedAccess,
  name: string,
): Promise<Outcome | undefined> {
  if (!consult) return undefined;
  if (!client.consult) return { untried: NO_QUERY };
  const answer = await client.consult(
    { ruc: business.ruc, ...UNISSUED, issueDate: limaToday(now), total: '1.00' },
    { id: consult.consultId, secret: consult.consultSecret },
  );
  return answer.is === 'denied'
    ? { fault: `No se guardó: ${name} no acepta estas credenciales de Consulta Integrada.` }
    : unanswered(answer, name);
}

/** An answer about the number proves the credentials; without one nothing is known of them. */
const unanswered = (answer: { is: string; reason?: string }, name: string): Outcome =>
  /^(transport_error|throttled|server_error|unreadable)$/.test(answer.is)
    ? { untried: `${name} no respondió: ${plainError(answer.reason ?? '')}` }
    : {};
