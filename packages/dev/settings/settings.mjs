/** The environment of npm start, checked before it does anything. The apps check their own. */
import { UserError } from '../terminal/userError.mjs';
import { SECRETS } from './secrets.mjs';

const MOST_PROCESSES = 64;
const LOG_LEVELS = ['error', 'warn', 'info', 'http', 'verbose', 'debug', 'silly'];
const KEY_BYTES = 32;

/** Redis behind sentinels or in a cluster: the programs take it, the development servers do not. */
const OF_IMAGES = ['REDIS_SENTINELS', 'REDIS_CLUSTER'];
const ofImages = (name) =>
  `npm start trabaja con un solo Redis, el suyo o el de REDIS_URL: quita ${name}. Los centinelas ` +
  'y el clúster son para los programas de las imágenes (docker/README.md).';

/** @throws UserError naming the first variable that is wrong */
export function readSettings(env) {
  for (const name of SECRETS) key(env, name);
  if (env.LOG_LEVEL && !LOG_LEVELS.includes(env.LOG_LEVEL))
    throw new UserError(
      `La variable LOG_LEVEL debe ser una de: ${LOG_LEVELS.join(', ')}; vale «${env.LOG_LEVEL}».`,
    );
  for (const name of OF_IMAGES) if (env[name]) throw new UserError(ofImages(name));
  return {
    ports: {
      API_PORT: port(env, 'API_PORT', 3000),
      PANEL_PORT: port(env, 'PANEL_PORT', 3001),
      SIMULATOR_PORT: port(env, 'SIMULATOR_PORT', 3002),
    },
    apis: whole(env, 'RAFAGA_API', 1, MOST_PROCESSES) ?? 1,
    workers: whole(env, 'RAFAGA_WORKERS', 1, MOST_PROCESSES) ?? 1,
    databaseUrl: address(env, 'DATABASE_URL', ['postgresql:', 'postgres:']),
    redisUrl: address(env, 'REDIS_URL', ['redis:', 'rediss:']),
  };
}

/** @returns the number that is wanted, and whether the user insists on it */
function port(env, name, usual) {
  const wanted = whole(env, name, 1, 65_535);
  return { wanted: wanted ?? usual, insisted: wanted !== undefined };
}

function whole(env, name, min, max) {
  const text = env[name];
  if (!text) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new UserError(
      `La variable ${name} debe ser un número entero de ${min} a ${max}; vale «${text}».`,
    );
  return value;
}

/** It may hold a password, so its value is not repeated. */
function address(env, name, protocols) {
  const text = env[name];
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || !protocols.includes(url.protocol))
    throw new UserError(
      `La variable ${name} debe ser una dirección ${protocols.map((p) => `${p}//`).join(' o ')}.`,
    );
  return text;
}

/** Checks the length of a key. The error does not repeat its value. */
function key(env, name) {
  if (env[name] && Buffer.from(env[name], 'base64').length !== KEY_BYTES)
    throw new UserError(
      `La variable ${name} debe ser una clave de ${KEY_BYTES} bytes en base64 (openssl ` +
        `rand -base64 ${KEY_BYTES}).`,
    );
}
