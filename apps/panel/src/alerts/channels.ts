/** Where alerts go: a webhook, an e-mail, both or neither, as the environment says. */
import type { AlertChannel } from '@rafaga/db';
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

export function createChannels({ webhook, email }: AlertOptions, policy: AddressPolicy): Channels {
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
      await deliver(message);
    },
    close: () => mail?.close(),
  };
}
