/** The access tokens of Consulta Integrada, kept until a minute before they expire. */
import type { HttpClient } from './httpClient.js';
import { parseJson } from './parseJson.js';
import { type ConsultReply, notOfService, throttled } from './reply.js';

/** The credentials of a business at Consulta Integrada. */
export interface ConsultAccess {
  id: string;
  secret: string;
}

export interface Tokens {
  /** @returns the token, or the reply that says why there is none */
  get(access: ConsultAccess): Promise<string | ConsultReply>;
  /** Drops a token that the service refused. */
  forget(access: ConsultAccess): void;
}

const SCOPE = 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MARGIN_S = 60;

export function createTokens(client: HttpClient, origin: string): Tokens {
  const known = new Map<string, { text: string; until: number }>();
  return {
    async get(access) {
      const token = known.get(access.id);
      if (token && token.until > Date.now()) return token.text;
      const fetched = await fetchToken(client, origin, access);
      if ('is' in fetched) return fetched;
      known.set(access.id, fetched);
      return fetched.text;
    },
    forget: ({ id }) => void known.delete(id),
  };
}

async function fetchToken(
  client: HttpClient,
  origin: string,
  { id, secret }: ConsultAccess,
): Promise<{ text: string; until: number } | ConsultReply> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: SCOPE,
    client_id: id,
    client_secret: secret,
  });
  const url = `${origin}/v1/clientesextranet/${encodeURIComponent(id)}/oauth2/token/`;
  const { status, body, retryAfter } = await client.post(url, form.toString(), FORM, 'own');
  if (status === 400 || status === 401 || status === 403)
    return { is: 'denied', reason: `token: HTTP ${status}` };
  if (status === 429) return throttled(retryAfter);
  const answer = parseJson(body);
  if (status !== 200 || typeof answer?.access_token !== 'string')
    return notOfService(status, `token: HTTP ${status}`, body);
  const seconds = Number(answer.expires_in ?? 0);
  return { text: answer.access_token, until: Date.now() + (seconds - MARGIN_S) * 1_000 };
}
