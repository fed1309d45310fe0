/** Where alerts go, from the environment. */
import { address, ConfigError, text } from '@rafaga/runtime';
import type { AlertOptions } from './channels.js';

export const ALERT_VARIABLES = {
  ALERT_WEBHOOK_URL: address(['http', 'https'], ''),
  ALERT_WEBHOOK_SECRET: { ...text(''), secret: true },
  ALERT_SMTP_URL: address(['smtp', 'smtps'], ''),
  ALERT_EMAIL_FROM: text('Ráfaga <rafaga@localhost>'),
  ALERT_EMAIL_TO: text(''),
};

type Values = { [K in keyof typeof ALERT_VARIABLES]: string };

/** @throws ConfigError when an e-mail has only a server, or only a recipient */
export function alertOptions(env: Values): AlertOptions {
  const { ALERT_WEBHOOK_URL: url, ALERT_SMTP_URL: smtpUrl, ALERT_EMAIL_TO: to } = env;
  if ((smtpUrl === '') !== (to === ''))
    throw new ConfigError('ALERT_SMTP_URL y ALERT_EMAIL_TO van juntas: falta una de las dos.');
  return {
    webhook: url ? { url, secret: env.ALERT_WEBHOOK_SECRET } : undefined,
    email: to ? { smtpUrl, to, from: env.ALERT_EMAIL_FROM } : undefined,
  };
}
