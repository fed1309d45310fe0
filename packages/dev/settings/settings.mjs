/** The environment of npm start, checked before it does anything. The apps check their own. */
import { UserError } from '../terminal/userError.mjs';
import { SECRETS } from './secrets.mjs';

const MOST_PROCESSES = 64;
const LOG_LEVELS = ['error', 'warn', 'info', 'http', 'verbose', 'debug', 'silly'];
const KEY_BYTES = 32;

/** @throws UserError naming the first variable that is wrong */
export function readSettings(env) {
  const isKey = (text) => Buffer.from(text, 'base64').length === KEY_BYTES;
  for (const name of SECRETS) refuse(env[name] && !isKey(env[name]), name, A_KEY);
  const level = env.LOG_LEVEL;
  refuse(
    level && !LOG_LEVELS.includes(level),
    'LOG_LEVEL',
    `una de: ${LOG_LEVELS.join(', ')}; vale «${level}»`,
  );
  for (const name of ['REDIS_SENTINELS', 'REDIS_CLUSTER'])
    if (env[name]) throw new UserError(onlyOneRedis(name));
  return {
    ports: {
      API_PORT: port(env, 'API_PORT', 3000),
      PANEL_PORT: port(env, 'PANEL_PORT', 3001),
      SIMULATOR_PORT: port(env, 'SIMULATOR_PORT', 3002),
    },
    apis: whole(env, 'RAFAGA_API', MOST_PROCESSES) ?? 1,
    workers: whole(env, 'RAFAGA_WORKERS', MOST_PROCESSES) ?? 1,
    databaseUrl: address(env, 'DATABASE_URL', ['postgresql:', 'postgres:']),
    redisUrl: address(env, 'REDIS_URL', ['redis:', 'rediss:']),
  };
}

function refuse(wrong, name, must) {
  if (wrong) throw new UserError(`La variable ${name} debe ser ${must}.`);
}

/** The error does not repeat its value. */
const A_KEY = `una clave de ${KEY_BYTES} bytes en base64 (openssl rand -base64 ${KEY_BYTES})`;

/** Redis behind sentinels or in a cluster: the programs take it, the development servers do not. */
const onlyOneRedis = (name) =>
  `npm start trabaja con un solo Redis, el suyo o el de REDIS_URL: quita ${name}. Los centinelas ` +
  'y el clúster son para los programas de las imágenes (docker/README.md).';

/** @returns the number that is wanted, and whether the user insists on it */
function port(env, name, usual) {
  const wanted = whole(env, name, 65_535);
  return { wanted: wanted ?? usual, insisted: wanted !== undefined };
}

function whole(env, name, max) {
  const text = env[name];
  if (!text) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  refuse(value < 1 || value > max, name, `un número entero de 1 a ${max}; vale «${text}»`);
  return value;
}

/** It may hold a password, so its value is not repeated. */
function address(env, name, protocols) {
  const text = env[name];
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const known = url?.hostname && protocols.includes(url.protocol);
  refuse(!known, name, `una dirección ${protocols.map((each) => `${each}//`).join(' o ')}`);
  return text;
}
