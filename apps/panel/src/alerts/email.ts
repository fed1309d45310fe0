/** Alerts as e-mails over SMTP. */
import { createTransport } from 'nodemailer';
import type { Deliver } from './alertMessage.js';
import { emailBody } from './emailBody.js';

export interface EmailOptions {
  /** smtp:// or smtps://, with user and password where the server requires them. */
  smtpUrl: string;
  from: string;
  /** Addresses, separated by commas. */
  to: string;
}

const WITHIN_MS = 10_000;

export function createEmailChannel({ smtpUrl, from, to }: EmailOptions): {
  deliver: Deliver;
  close(): void;
} {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: WITHIN_MS,
      greetingTimeout: WITHIN_MS,
      socketTimeout: 2 * WITHIN_MS,
    },
    { from, to },
  );
  return {
    async deliver(message) {
      await transport.sendMail(emailBody(message));
    },
    close: () => transport.close(),
  };
}
