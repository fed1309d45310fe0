/**
 * Alerts as JSON to a webhook. `text` is what chat services show; the rest is for programs. With a
 * secret, X-Rafaga-Signature carries the HMAC of the body.
 */
import { createHmac } from 'node:crypto';
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
  ({ url, secret }: WebhookOptions): Deliver =>
  async (message) => {
    const body = JSON.stringify(payloadOf(message));
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'User-Agent': 'rafaga-panel',
        ...(secret && { 'X-Rafaga-Signature': `sha256=${hmac(secret, body)}` }),
      },
      body,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`el webhook respondió HTTP ${response.status}`);
  };

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
