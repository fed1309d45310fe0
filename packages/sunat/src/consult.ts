/**
 * Consulta Integrada, SUNAT's REST service: does it know this document? The only one that can be
 * asked for a boleta.
 */
import type { Endpoints } from './endpoints.js';
import { type ConsultReply, nonsense, VALIDITY } from './reply.js';
import { Silence, type Wire } from './wire.js';

export interface ConsultAccess {
  id: string;
  secret: string;
}

export interface ConsultedDocument {
  ruc: string;
  /** Catalogue 01. */
  type: string;
  series: string;
  number: number;
  /** YYYY-MM-DD */
  issueDate: string;
  /** Decimal text. */
  total: string;
}

type Consult = (document: ConsultedDocument, access: ConsultAccess) => Promise<ConsultReply>;

export function createConsult(
  wire: Wire,
  { tokenOrigin, queryOrigin }: NonNullable<Endpoints['validity']>,
): Consult {
  const tokens = new Map<string, { text: string; until: number }>();

  async function token({ id, secret }: ConsultAccess): Promise<string | ConsultReply> {
    const known = tokens.get(id);
    if (known && known.until > Date.now()) return known.text;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: SCOPE,
      client_id: id,
      client_secret: secret,
    });
    const url = `${tokenOrigin}/v1/clientesextranet/${encodeURIComponent(id)}/oauth2/token/`;
    const { status, body } = await wire.post(
      url,
      form.toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
      'own',
    );
    if (status === 400 || status === 401 || status === 403)
      return { is: 'denied', why: `token: HTTP ${status}` };
    const answer = jsonOf(body);
    if (status !== 200 || typeof answer?.access_token !== 'string')
      return nonsense(`token: HTTP ${status}`, body);
    const seconds = Number(answer.expires_in ?? 0);
    tokens.set(id, { text: answer.access_token, until: Date.now() + (seconds - MARGIN_S) * 1_000 });
    return answer.access_token;
  }

  async function ask(
    document: ConsultedDocument,
    access: ConsultAccess,
    again = false,
  ): Promise<ConsultReply> {
    const bearer = await token(access);
    if (typeof bearer !== 'string') return bearer;
    const url = `${queryOrigin}/v1/contribuyente/contribuyentes/${document.ruc}/validarcomprobante`;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
    const { status, body, retryAfter } = await wire.post(
      url,
      JSON.stringify(question(document)),
      headers,
      'own',
    );
    if (status === 401 && !again) {
      tokens.delete(access.id);
      return ask(document, access, true);
    }
    if (status === 401 || status === 403) return { is: 'denied', why: `consulta: HTTP ${status}` };
    if (status === 429) return throttled(retryAfter);
    return read(status, body);
  }

  return (document, access) =>
    ask(document, access).catch((error) => {
      if (error instanceof Silence)
        return { is: 'silence', reached: error.reached, why: error.why } as const;
      throw error;
    });
}

const SCOPE = 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes';
/** A token is used until a minute before its end. */
const MARGIN_S = 60;

function question({ ruc, type, series, number, issueDate, total }: ConsultedDocument) {
  const [year, month, day] = issueDate.split('-');
  return {
    numRuc: ruc,
    codComp: type,
    numeroSerie: series,
    numero: number,
    fechaEmision: `${day}/${month}/${year}`,
    monto: Number(total),
  };
}

function read(status: number, body: Buffer): ConsultReply {
  const answer = jsonOf(body);
  const data = answer?.data as { estadoCp?: unknown } | null | undefined;
  const state = String(data?.estadoCp ?? '');
  if (status !== 200 || answer?.success !== true || !Object.hasOwn(VALIDITY, state))
    return nonsense(`consulta: HTTP ${status}`, body);
  return {
    is: 'validity',
    validity: VALIDITY[state as keyof typeof VALIDITY],
    text: `estadoCp ${state}`,
  };
}

/** Seconds, as everybody sends them; a date is as good as nothing. */
export function throttled(retryAfter: string | undefined) {
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return {
    is: 'throttled',
    why: 'HTTP 429',
    ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }),
  } as const;
}

function jsonOf(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
