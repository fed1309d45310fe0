/**
 * Reads OpenTelemetry's standard variables, which say whether and how spans are exported. A
 * platform may set them for all programs: a wrong or unknown one is reported and replaced by its
 * default, or disables tracing, but never keeps a program from starting.
 */
import {
  address,
  ConfigError,
  choice,
  integer,
  type Reader,
  readConfig,
  text,
} from '@rafaga/runtime/config';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

type Sampler = (typeof SAMPLERS)[number];

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/**
 * The default sampling: whatever a caller sampled, and this share of the rest. OpenTelemetry's own
 * default would record everything.
 */
const DEFAULT_SAMPLER = 'parentbased_traceidratio';
const DEFAULT_RATIO = 0.05;

/** A number from 0 to 1. */
const ratio: Reader<number | null> = {
  fallback: null,
  read: (value) => {
    const number = Number(value);
    if (!(number >= 0 && number <= 1)) throw new Error('debe ser un número de 0 a 1');
    return number;
  },
};

/** A secret, because a header may hold a key of the collector: no message shows it. */
const headers: Reader<string> = { ...text(''), secret: true };

/** Makes a reader of words case-insensitive. */
const word = <T>(reader: Reader<T>): Reader<T> => ({
  ...reader,
  read: (value) => reader.read(value.trim().toLowerCase()),
});

const SWITCHES = {
  OTEL_SDK_DISABLED: word(choice(['true', 'false'], 'false')),
  OTEL_TRACES_EXPORTER: word(text('otlp')),
};

const ADDRESSES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http', 'https'], ''),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(['http', 'https'], ''),
};

const PROTOCOL_NAMES = {
  OTEL_EXPORTER_OTLP_PROTOCOL: word(text('')),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: word(text('')),
};

const SETTINGS = {
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_TRACES_SAMPLER: word<Sampler | ''>(choice([...SAMPLERS, ''], '')),
  OTEL_TRACES_SAMPLER_ARG: ratio,
  OTEL_BSP_SCHEDULE_DELAY: integer(1, 600_000, 5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: integer(1, 1_000_000, 2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: integer(1, 1_000_000, 512),
};

export interface TracingConfig {
  url: string;
  protocol: (typeof PROTOCOLS)[number];
  /** The headers as the variables have them, `name=value,…`; later ones replace earlier ones. */
  headers: readonly string[];
  sampler: { name: Sampler; ratio: number };
  batches: { scheduledDelayMillis: number; maxQueueSize: number; maxExportBatchSize: number };
}

type Values<S> = { [Name in keyof S]: S[Name] extends Reader<infer T> ? T : never };
type Warn = (text: string) => void;

/**
 * @param warn called with a Spanish sentence for each ignored variable
 * @returns undefined when no endpoint is named, or tracing is disabled
 */
export function tracingConfig(
  environment: NodeJS.ProcessEnv,
  warn: Warn,
): TracingConfig | undefined {
  const read = <S extends Record<string, Reader<unknown>>>(variables: S) =>
    readLeniently(environment, variables, warn);
  // without an endpoint, no other variable is checked
  if (!Object.keys(ADDRESSES).some((name) => environment[name] || environment[`${name}_FILE`]))
    return undefined;
  if (isOff(read(SWITCHES), warn)) return undefined;
  const url = urlOf(read(ADDRESSES));
  const protocol = url && protocolOf(read(PROTOCOL_NAMES), warn);
  if (!url || !protocol) return undefined;
  const env = read(SETTINGS);
  const maxQueueSize = env.OTEL_BSP_MAX_QUEUE_SIZE;
  return {
    url,
    protocol,
    headers: [env.OTEL_EXPORTER_OTLP_HEADERS, env.OTEL_EXPORTER_OTLP_TRACES_HEADERS],
    sampler: samplerOf(env),
    batches: {
      scheduledDelayMillis: env.OTEL_BSP_SCHEDULE_DELAY,
      maxQueueSize,
      maxExportBatchSize: Math.min(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, maxQueueSize),
    },
  };
}

/** A wrong variable gets its default. */
function readLeniently<S extends Record<string, Reader<unknown>>>(
  environment: NodeJS.ProcessEnv,
  variables: S,
  warn: Warn,
): Values<S> {
  const values = Object.entries(variables).map(([name, reader]) => {
    try {
      return [name, readConfig(environment, { [name]: reader })[name]];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      warn(error.message);
      return [name, reader.fallback];
    }
  });
  return Object.fromEntries(values) as Values<S>;
}

function isOff(
  { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER: names }: Values<typeof SWITCHES>,
  warn: Warn,
): boolean {
  if (OTEL_SDK_DISABLED === 'true' || names === 'none') return true;
  const otlp = names.split(',').some((name) => name.trim() === 'otlp');
  if (!otlp) warn(`La variable OTEL_TRACES_EXPORTER vale «${names}»: ${WITHOUT_TRACES}.`);
  return !otlp;
}

const WITHOUT_TRACES = 'no se envían trazas';

/** The endpoint of traces is used as it is; the path is added to the endpoint of all signals. */
function urlOf(env: Values<typeof ADDRESSES>): string {
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return base && `${base.replace(/\/$/, '')}/v1/traces`;
}

/** An endpoint of another protocol is not used: it would understand none of these requests. */
function protocolOf(
  env: Values<typeof PROTOCOL_NAMES>,
  warn: Warn,
): TracingConfig['protocol'] | undefined {
  const name = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL;
  const protocol = name === '' ? PROTOCOLS[0] : PROTOCOLS.find((known) => known === name);
  if (!protocol)
    warn(
      `El protocolo «${name}» de OTEL_EXPORTER_OTLP_PROTOCOL no es uno de: ` +
        `${PROTOCOLS.join(', ')}; ${WITHOUT_TRACES}.`,
    );
  return protocol;
}

function samplerOf(env: Values<typeof SETTINGS>): TracingConfig['sampler'] {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: given } = env;
  return name === ''
    ? { name: DEFAULT_SAMPLER, ratio: given ?? DEFAULT_RATIO }
    : { name, ratio: given ?? 1 };
}
