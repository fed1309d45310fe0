/**
 * Alerts as JSON to a webhook. `text` is what chat services show; the rest is for programs. With a
 * secret, X-Rafaga-Signature carries the HMAC of the body.
 */
import { createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressPolicy } from '@rafaga/runtime/network';
import type { AlertItem, AlertMessage, Deliver } from './alertMessage.js';
import { emailBody } from './emailBody.js';

export interface WebhookOptions {
  url: string;
  /** '': the request is not signed. */
  secret: string;
}

const WITHIN_MS = 10_000;
const SEVERITY = { bad: 'falla', warn: 'atencion', good: 'resuelto' } as const;
const STATE = { begins: 'empieza', changes: 'cambia', ends: 'termina' } as const;

export const createWebhookChannel =
  ({ url, secret }: WebhookOptions, policy: AddressPolicy): Deliver =>
  async (message) => {
    const refused = policy.fault(url);
    if (refused) throw new Error(refused);
    const body = JSON.stringify(payloadOf(message));
    const status = await post(new URL(url), body, policy, {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'rafaga-panel',
      ...(secret && { 'X-Rafaga-Signature': `sha256=${hmac(secret, body)}` }),
    });
    if (status < 200 || status > 299) throw new Error(`el webhook respondió HTTP ${status}`);
  };

/**
 * Not fetch, whose sockets accept no lookup function that could refuse an address. Follows no
 * redirect.
 */
function post(
  url: URL,
  body: string,
  policy: AddressPolicy,
  headers: Record<string, string>,
): Promise<number> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        lookup: policy.lookup(url.protocol),
        signal: AbortSignal.timeout(WITHIN_MS),
        agent: false,
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    )
      .on('error', reject)
      // without a listener a 101 ends the request with neither a response nor an error
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode ?? 0);
      })
      .end(body);
  });
}

const hmac = (secret: string, body: string) =>
  createHmac('sha256', secret).update(body).digest('hex');

const payloadOf = (message: AlertMessage) => ({
  text: `${message.title}\n\n${emailBody(message).text}`,
  titulo: message.title,
  gravedad: SEVERITY[message.severity],
  cambios: message.items.map(changeOf),
});

const changeOf = ({ state, severity, text, advice, link, since, until }: AlertItem) => ({
  estado: STATE[state],
  gravedad: SEVERITY[severity],
  texto: text,
  consejo: advice,
  enlace: link,
  desde: since,
  hasta: until,
});
