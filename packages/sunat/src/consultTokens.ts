/**
 * The access tokens of Consulta Integrada, kept until a minute before they expire. Concurrent calls
 * share one request for a token.
 */
import { singleFlight, ttlCache } from '@rafaga/runtime/concurrency';
import type { HttpClient } from './httpClient.js';
import { parseJson } from './parseJson.js';
import { plainText } from './plainText.js';
import { type ConsultReply, isRefusal, notOfService, throttled } from './reply.js';

/** The credentials of a business at Consulta Integrada. */
export interface ConsultAccess {
  id: string;
  secret: string;
}

export interface Tokens {
  /** The token of an earlier query, while it lasts. */
  kept(access: ConsultAccess): string | undefined;
  /** @returns a new token, or the reply that says why there is none */
  fetch(access: ConsultAccess): Promise<string | ConsultReply>;
  /** Drops a token that the service refused, unless another query has replaced it. */
  forget(access: ConsultAccess, token: string): void;
}

const SCOPE = 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const MARGIN_S = 60;
const MAX_TOKENS = 10_000;

interface Token {
  text: string;
  until: number;
}

export function createTokens(client: HttpClient, origin: string): Tokens {
  const known = ttlCache<string, Token>({ max: MAX_TOKENS });
  const fetching = singleFlight<Token | ConsultReply>();

  async function fetchAndKeep(access: ConsultAccess) {
    const fetched = await fetchToken(client, origin, access);
    if (!('is' in fetched)) known.set(keyOf(access), fetched);
    return fetched;
  }

  return {
    kept(access) {
      const token = known.get(keyOf(access));
      return token && token.until > Date.now() ? token.text : undefined;
    },
    async fetch(access) {
      const fetched = await fetching(keyOf(access), () => fetchAndKeep(access));
      return 'is' in fetched ? fetched : fetched.text;
    },
    forget(access, token) {
      if (known.get(keyOf(access))?.text === token) known.delete(keyOf(access));
    },
  };
}

/** Includes the secret, so that a wrong secret does not get the token of the right one. */
const keyOf = ({ id, secret }: ConsultAccess) => JSON.stringify([id, secret]);

async function fetchToken(
  client: HttpClient,
  origin: string,
  { id, secret }: ConsultAccess,
): Promise<Token | ConsultReply> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: SCOPE,
    client_id: id,
    client_secret: secret,
  });
  const url = `${origin}/v1/clientesextranet/${encodeURIComponent(id)}/oauth2/token/`;
  const { status, body, headers } = await client.post(url, form.toString(), FORM, 'own');
  if (status === 400 || isRefusal(status, body))
    return { is: 'denied', reason: `token: HTTP ${status}` };
  if (status === 429) return throttled(headers['retry-after']);
  const answer = parseJson(body);
  if (status !== 200 || typeof answer?.access_token !== 'string')
    return notOfService(status, `token: HTTP ${status}`, body);
  const seconds = Number(plainText(answer.expires_in));
  return { text: answer.access_token, until: Date.now() + (seconds - MARGIN_S) * 1_000 };
}
