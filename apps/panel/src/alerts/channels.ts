/** Where alerts go: a webhook, an e-mail, both or neither, as the environment says. */
import type { AlertChannel } from '@rafaga/db';
import { withTimeout } from '@rafaga/runtime/concurrency';
import type { AddressPolicy } from '@rafaga/runtime/network';
import type { AlertMessage, Deliver } from './alertMessage.js';
import { createEmailChannel, type EmailOptions } from './email.js';
import { createWebhookChannel, type WebhookOptions } from './webhook.js';

export interface AlertOptions {
  webhook?: WebhookOptions | undefined;
  email?: EmailOptions | undefined;
}

export interface Channels {
  names: readonly AlertChannel[];
  deliver(channel: AlertChannel, message: AlertMessage): Promise<void>;
  close(): void;
}

/**
 * Longer than each channel's own limits, so that a delivery that never ends stops no other alert;
 * shorter than the minute after which another process sends the message too.
 */
const DELIVERED_WITHIN_MS = 50_000;

export function createChannels(
  { webhook, email }: AlertOptions,
  policy: AddressPolicy,
  withinMs = DELIVERED_WITHIN_MS,
): Channels {
  const mail = email && createEmailChannel(email);
  const delivers: Partial<Record<AlertChannel, Deliver>> = {
    ...(webhook && { webhook: createWebhookChannel(webhook, policy) }),
    ...(mail && { email: mail.deliver }),
  };
  return {
    names: Object.keys(delivers) as AlertChannel[],
    async deliver(channel, message) {
      const deliver = delivers[channel];
      if (!deliver) throw new Error('el canal ya no está configurado');
      await withTimeout(deliver(message), withinMs, {
        error: () => new Error('la entrega no terminó a tiempo'),
      });
    },
    close: () => mail?.close(),
  };
}
