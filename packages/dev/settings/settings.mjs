/** The environment of npm start, checked before it does anything. The apps check their own. */
import { UserError } from '../../processes/userError.mjs';
import { SECRETS } from './secrets.mjs';

const whole = (max) => ({
  isRight: (text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= max,
  must: `debe ser un número entero de 1 a ${max}`,
});
const address = (...protocols) => ({
  isRight: (text) =>
    URL.canParse(text) && new URL(text).host && protocols.includes(new URL(text).protocol),
  must: `debe ser una dirección ${protocols.map((each) => `${each}//`).join(' o ')}`,
});
const LOG_LEVELS = ['error', 'warn', 'info', 'http', 'verbose', 'debug', 'silly'];
const level = {
  isRight: (text) => LOG_LEVELS.includes(text),
  must: `debe ser una de: ${LOG_LEVELS.join(', ')}`,
};
const key = {
  isRight: (text) => Buffer.from(text, 'base64').length === 32,
  must: 'debe ser una clave de 32 bytes en base64 (openssl rand -base64 32)',
};
/** Redis behind sentinels or in a cluster: the programs take it, the development servers do not. */
const absent = {
  isRight: () => false,
  must:
    'es para los programas de las imágenes (docker/README.md): npm start trabaja con un solo ' +
    'Redis, el suyo o el de REDIS_URL',
};

const RULES = {
  ...{ API_PORT: whole(65_535), PANEL_PORT: whole(65_535), SIMULATOR_PORT: whole(65_535) },
  ...{ RAFAGA_API: whole(64), RAFAGA_WORKERS: whole(64), LOG_LEVEL: level },
  DATABASE_URL: address('postgresql:', 'postgres:'),
  REDIS_URL: address('redis:', 'rediss:'),
  ...{ REDIS_SENTINELS: absent, REDIS_CLUSTER: absent },
  ...Object.fromEntries(SECRETS.map((name) => [name, key])),
};

/** @throws UserError naming the first variable that is wrong, without its value: a secret, maybe */
export function readSettings(env) {
  for (const [name, { isRight, must }] of Object.entries(RULES))
    if (env[name] && !isRight(env[name])) throw new UserError(`La variable ${name} ${must}.`);
  return {
    apis: Number(env.RAFAGA_API || 1),
    workers: Number(env.RAFAGA_WORKERS || 1),
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
  };
}
