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
/** Where a panel answers on the usual address. */
const LOCAL_HOSTS = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];
/** What the programs take, and these commands do not. */
const absent = (must) => ({ isRight: () => false, must });
const distributed = absent(
  'es para los programas de las imágenes (docker/README.md): npm start trabaja con un solo ' +
    'Redis, el suyo o el de REDIS_URL',
);
const inFile = absent('es para los programas de las imágenes: aquí da la dirección sin _FILE');
/** The panel refuses to start then as the demo needs it: without second factors. */
const environment = {
  isRight: (text) => text !== 'production',
  must: 'no puede ser production aquí: eso es para las imágenes (docker/README.md)',
};

const RULES = {
  ...{ API_PORT: whole(65_535), PANEL_PORT: whole(65_535), SIMULATOR_PORT: whole(65_535) },
  ...{ RAFAGA_API: whole(64), RAFAGA_WORKERS: whole(64), LOG_LEVEL: level },
  DATABASE_URL: address('postgresql:', 'postgres:'),
  REDIS_URL: address('redis:', 'rediss:'),
  ...{ REDIS_SENTINELS: distributed, REDIS_CLUSTER: distributed },
  ...{ REDIS_SENTINELS_FILE: distributed, REDIS_CLUSTER_FILE: distributed },
  ...{ DATABASE_URL_FILE: inFile, REDIS_URL_FILE: inFile, NODE_ENV: environment },
  ...Object.fromEntries(SECRETS.map((name) => [name, key])),
};

/** @throws UserError naming the first variable that is wrong, without its value: a secret, maybe */
export function readSettings(env) {
  for (const [name, { isRight, must }] of Object.entries(RULES))
    if (env[name] && !isRight(env[name])) throw new UserError(`La variable ${name} ${must}.`);
  if (Number(env.RAFAGA_WORKERS) > 1 && Number(env.WORKER_HEALTH_PORT))
    throw new UserError(
      'La variable WORKER_HEALTH_PORT es para un solo worker: sin ella cada uno toma un puerto ' +
        'libre, que está en su registro.',
    );
  if (env.PANEL_HOST && !env.PANEL_URL && !LOCAL_HOSTS.includes(env.PANEL_HOST))
    throw new UserError(
      'La variable PANEL_HOST requiere PANEL_URL, la dirección que abre el navegador: el panel ' +
        'no contesta en otra.',
    );
  return {
    apis: Number(env.RAFAGA_API || 1),
    workers: Number(env.RAFAGA_WORKERS || 1),
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
  };
}
