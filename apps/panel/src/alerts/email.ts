/** Alerts as e-mails over SMTP. */
import { createTransport } from 'nodemailer';
import type { Deliver } from './alertMessage.js';
import { emailBody } from './emailBody.js';
import { emailFault } from './emailFault.js';

export interface EmailOptions {
  /** smtp:// or smtps://, with user and password where the server requires them. */
  smtpUrl: string;
  from: string;
  /** Addresses, separated by commas. */
  to: string;
}

const WITHIN_MS = 10_000;
/** The time limit of a whole delivery: after a minute another process sends the message too. */
const DELIVERED_WITHIN_MS = 45_000;

export function createEmailChannel(
  { smtpUrl, from, to }: EmailOptions,
  withinMs = DELIVERED_WITHIN_MS,
): { deliver: Deliver; close(): void } {
  const transport = createTransport(
    {
      url: smtpUrl,
      // sends no password in clear, even if an attacker removes the offer of STARTTLS; a setting in
      // the address (`?requireTLS=false`) has precedence
      requireTLS: new URL(smtpUrl).username !== '',
      connectionTimeout: WITHIN_MS,
      greetingTimeout: WITHIN_MS,
      socketTimeout: 2 * WITHIN_MS,
    },
    { from, to },
  );
  return {
    async deliver(message) {
      const signal = AbortSignal.timeout(withinMs);
      await transport.sendMail({ ...emailBody(message), signal }).catch((error) => {
        throw new Error(emailFault(error));
      });
    },
    close: () => transport.close(),
  };
}
