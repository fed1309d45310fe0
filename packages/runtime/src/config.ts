/**
 * Reads the configuration from the environment and checks all of it at boot: a process that starts
 * has valid values.
 */
import { accessSync, constants, readFileSync } from 'node:fs';

/**
 * Turns a variable's text into its value, or throws the end of a Spanish sentence that says what
 * the value must be.
 */
export interface Reader<T> {
  read(text: string): T;
  /** Used when the variable is absent; undefined here makes the variable required. */
  fallback?: T;
  /** Whether messages must not show its value. */
  secret?: boolean;
}

type Values<S extends Record<string, Reader<unknown>>> = {
  [K in keyof S]: S[K] extends Reader<infer T> ? T : never;
};

/** The faults of the environment, one Spanish sentence for each variable. */
export class ConfigError extends Error {}

/** The names of all variables that this process has read. */
export const readNames: ReadonlySet<string> = new Set<string>();

/**
 * Reads every variable of `spec` from `env`, or from the file that `NAME_FILE` names (its last
 * newline dropped).
 * @throws ConfigError naming every variable that is missing or wrong
 */
export function readConfig<S extends Record<string, Reader<unknown>>>(
  env: NodeJS.ProcessEnv,
  spec: S,
): Values<S> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, reader] of Object.entries(spec)) {
    (readNames as Set<string>).add(name);
    try {
      values[name] = readOne(env, name, reader);
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return values as Values<S>;
}

function readOne(env: NodeJS.ProcessEnv, name: string, reader: Reader<unknown>): unknown {
  const text = env[name] || fromFile(env, name);
  if (!text) {
    if (reader.fallback === undefined)
      throw new Error(`Falta la variable ${name} (o ${name}_FILE).`);
    return reader.fallback;
  }
  try {
    return reader.read(text);
  } catch (error) {
    throw new Error(
      `La variable ${name} ${(error as Error).message}${reader.secret ? '' : `; vale «${text}»`}.`,
    );
  }
}

function fromFile(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new Error(`La variable ${name}_FILE nombra un archivo que no se puede leer: «${file}».`);
  }
}

const withFallback = <T>(reader: Reader<T>, fallback: T | undefined): Reader<T> =>
  fallback === undefined ? reader : { ...reader, fallback };

export const text = (fallback?: string): Reader<string> =>
  withFallback({ read: (value) => value }, fallback);

export const integer = (min: number, max: number, fallback?: number): Reader<number> =>
  withFallback(
    {
      read: (value) => {
        const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
        if (!(number >= min && number <= max))
          throw new Error(`debe ser un número entero de ${min} a ${max}`);
        return number;
      },
    },
    fallback,
  );

export const port = (fallback?: number): Reader<number> => integer(1, 65_535, fallback);

export const choice = <T extends string>(options: readonly T[], fallback?: T): Reader<T> =>
  withFallback(
    {
      read: (value) => {
        if (!options.includes(value as T))
          throw new Error(`debe ser una de: ${options.join(', ')}`);
        return value as T;
      },
    },
    fallback,
  );

/** A comma-separated list of some of `options`. */
export const some = <T extends string>(
  options: readonly T[],
  fallback?: readonly T[],
): Reader<readonly T[]> =>
  withFallback(
    { read: (value) => value.split(',').map((part) => choice(options).read(part.trim())) },
    fallback,
  );

/** A URL with one of the given protocols; messages do not show it, as it may hold a password. */
export const address = (protocols: readonly string[], fallback?: string): Reader<string> =>
  withFallback(
    {
      secret: true,
      read: (value) => {
        const url = URL.canParse(value) ? new URL(value) : undefined;
        if (!url || !protocols.includes(url.protocol.slice(0, -1)) || !url.hostname)
          throw new Error(`debe ser una dirección ${protocols.map((p) => `${p}://`).join(' o ')}`);
        return value;
      },
    },
    fallback,
  );

/** The address of a PostgreSQL; the files that it names for TLS must be readable. */
export const postgresAddress = (fallback?: string): Reader<string> => {
  const reader = address(['postgresql', 'postgres'], fallback);
  return {
    ...reader,
    read: (value) => {
      reader.read(value);
      const { searchParams } = new URL(value);
      for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
        const file = searchParams.get(name);
        if (file && !isReadable(file))
          throw new Error(`nombra en ${name} un archivo que no se puede leer: «${file}»`);
      }
      return value;
    },
  };
};

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** A key of `bytes` bytes in base64. */
export const key = (bytes: number): Reader<Buffer> => ({
  secret: true,
  read: (value) => {
    const decoded = Buffer.from(value, 'base64');
    if (decoded.length !== bytes)
      throw new Error(
        `debe ser una clave de ${bytes} bytes en base64 (openssl rand -base64 ${bytes})`,
      );
    return decoded;
  },
});

/** A comma-separated list of keys of `bytes` bytes in base64; empty, if absent. */
export const keys = (bytes: number): Reader<readonly Buffer[]> => ({
  secret: true,
  fallback: [],
  read: (value) => value.split(',').map((part) => key(bytes).read(part.trim())),
});
