/** Reads the keys of sealed secrets: those that open secrets, and those that only seal. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { ConfigError, key, keys, type Reader } from './config.js';

const optional: Reader<Buffer | null> = { ...key(32), fallback: null };

/**
 * The key that signs archives. It is never derived from the master key, which a rotation changes.
 */
export const ARCHIVE_VARIABLES = { RAFAGA_ARCHIVE_KEY: optional } as const;

/** To be spread into the variables that a process reads. */
export const SECRET_VARIABLES = {
  RAFAGA_MASTER_KEY: optional,
  RAFAGA_MASTER_KEY_PREVIOUS: keys(32),
  RAFAGA_WORKER_KEY: optional,
  RAFAGA_WORKER_KEY_PREVIOUS: keys(32),
  RAFAGA_WORKER_PUBLIC_KEY: optional,
  RAFAGA_PANEL_KEY: optional,
  RAFAGA_PANEL_KEY_PREVIOUS: keys(32),
  RAFAGA_PANEL_PUBLIC_KEY: optional,
} as const;

type Values = {
  [Name in keyof typeof SECRET_VARIABLES]: (typeof SECRET_VARIABLES)[Name] extends Reader<infer T>
    ? T
    : never;
};

const PROGRAMS = ['worker', 'panel'] as const;
type Program = (typeof PROGRAMS)[number];

interface ProgramKeys {
  publicKey?: Buffer;
  privateKeys: readonly Buffer[];
}

export interface SecretConfig extends Record<Program, ProgramKeys> {
  master: readonly Buffer[];
}

/**
 * A master key stands for every key that is absent.
 * @param opens the programs whose secrets the process opens; it seals for both
 * @throws ConfigError naming the variables that are missing, or are no pair
 */
export function secretConfig(env: Values, opens: readonly Program[] = []): SecretConfig {
  const config = {
    worker: programKeys(
      env.RAFAGA_WORKER_PUBLIC_KEY,
      env.RAFAGA_WORKER_KEY,
      env.RAFAGA_WORKER_KEY_PREVIOUS,
    ),
    panel: programKeys(
      env.RAFAGA_PANEL_PUBLIC_KEY,
      env.RAFAGA_PANEL_KEY,
      env.RAFAGA_PANEL_KEY_PREVIOUS,
    ),
    master: [...listOf(env.RAFAGA_MASTER_KEY), ...env.RAFAGA_MASTER_KEY_PREVIOUS],
  };
  for (const program of PROGRAMS) refuseOtherPublicKey(program, config[program]);
  const missing = config.master.length > 0 ? [] : missingOf(config, opens);
  if (missing.length > 0)
    throw new ConfigError(
      missing.map((name) => `Falta la variable ${name} (o ${name}_FILE).`).join('\n'),
    );
  return config;
}

const missingOf = (config: SecretConfig, opens: readonly Program[]): string[] =>
  PROGRAMS.flatMap((program) => {
    const { publicKey, privateKeys } = config[program];
    const name = `RAFAGA_${program.toUpperCase()}`;
    if (privateKeys.length > 0) return [];
    if (opens.includes(program)) return [`${name}_KEY`];
    return publicKey ? [] : [`${name}_PUBLIC_KEY`];
  });

function programKeys(
  publicKey: Buffer | null,
  privateKey: Buffer | null,
  previous: readonly Buffer[],
): ProgramKeys {
  return {
    ...(publicKey && { publicKey }),
    privateKeys: [...listOf(privateKey), ...previous],
  };
}

/** What is sealed with the public key of an earlier pair would stay under it after a rotation. */
function refuseOtherPublicKey(program: Program, { publicKey, privateKeys }: ProgramKeys): void {
  const [own] = privateKeys;
  if (!publicKey || !own || publicOf(own).equals(publicKey)) return;
  const name = `RAFAGA_${program.toUpperCase()}`;
  throw new ConfigError(
    `${name}_PUBLIC_KEY no es la pública de ${name}_KEY: donde está la privada, quita la pública.`,
  );
}

/** PKCS#8 of an X25519 key, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

function publicOf(privateKey: Buffer): Buffer {
  const der = Buffer.concat([PKCS8, privateKey]);
  const own = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return createPublicKey(own).export({ format: 'der', type: 'spki' }).subarray(-32);
}

const listOf = (each: Buffer | null): Buffer[] => (each ? [each] : []);
