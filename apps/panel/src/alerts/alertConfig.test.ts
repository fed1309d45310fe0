/** The settings of alerts in the environment. */
import { expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '@rafaga/runtime';
import { ALERT_VARIABLES, alertOptions } from './alertConfig.js';

const optionsOf = (env: NodeJS.ProcessEnv) => alertOptions(readConfig(env, ALERT_VARIABLES));

test('without settings alerts go nowhere', () => {
  expect(optionsOf({})).toEqual({ webhook: undefined, email: undefined });
});

test('an e-mail has a default sender', () => {
  const env = { ALERT_SMTP_URL: 'smtp://127.0.0.1', ALERT_EMAIL_TO: 'a@b.pe' };
  expect(optionsOf(env).email).toEqual({
    smtpUrl: 'smtp://127.0.0.1',
    to: 'a@b.pe',
    from: 'Ráfaga <rafaga@localhost>',
  });
});

test.each([{ ALERT_SMTP_URL: 'smtp://127.0.0.1' }, { ALERT_EMAIL_TO: 'a@b.pe' }])(
  'half of an e-mail is refused: %j',
  (env) => {
    expect(() => optionsOf(env)).toThrow(ConfigError);
    expect(() => optionsOf(env)).toThrow('van juntas');
  },
);
