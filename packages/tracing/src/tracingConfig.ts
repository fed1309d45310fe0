/** Reads the standard variables of OpenTelemetry that say whether and how spans are exported. */
import { address, choice, integer, type Reader, readConfig, text } from '@rafaga/runtime/config';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/**
 * What is recorded where nothing is said: what a caller sampled, and this share of the rest. The
 * standard would record everything.
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

/** A header holds a key of the collector: no message shows it. */
const headers: Reader<string> = { ...text(''), secret: true };

const VARIABLES = {
  OTEL_SDK_DISABLED: choice(['true', 'false'], 'false'),
  OTEL_TRACES_EXPORTER: choice(['otlp', 'none'], 'otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http', 'https'], ''),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(['http', 'https'], ''),
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_PROTOCOL: choice(PROTOCOLS, 'http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: choice([...PROTOCOLS, ''], ''),
  OTEL_TRACES_SAMPLER: choice([...SAMPLERS, ''], ''),
  OTEL_TRACES_SAMPLER_ARG: ratio,
  OTEL_BSP_SCHEDULE_DELAY: integer(1, 600_000, 5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: integer(1, 1_000_000, 2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: integer(1, 1_000_000, 512),
} as const;

export interface TracingConfig {
  url: string;
  protocol: (typeof PROTOCOLS)[number];
  /** As they stand in the variables: `name=value,…`; the later ones replace the earlier. */
  headers: readonly string[];
  sampler: { name: (typeof SAMPLERS)[number]; ratio: number };
  batches: { scheduledDelayMillis: number; maxQueueSize: number; maxExportBatchSize: number };
}

type Values = {
  [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name] extends Reader<infer T> ? T : never;
};

/**
 * @returns undefined when no endpoint is named, or traces are switched off
 * @throws ConfigError naming the variables that are wrong
 */
export function tracingConfig(environment: NodeJS.ProcessEnv): TracingConfig | undefined {
  const env = readConfig(environment, VARIABLES);
  const url = urlOf(env);
  const off = env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (off || !url) return undefined;
  const maxQueueSize = env.OTEL_BSP_MAX_QUEUE_SIZE;
  return {
    url,
    protocol: env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: [env.OTEL_EXPORTER_OTLP_HEADERS, env.OTEL_EXPORTER_OTLP_TRACES_HEADERS],
    sampler: samplerOf(env),
    batches: {
      scheduledDelayMillis: env.OTEL_BSP_SCHEDULE_DELAY,
      maxQueueSize,
      maxExportBatchSize: Math.min(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, maxQueueSize),
    },
  };
}

/** The endpoint of traces is used as it stands, the path is added to the one of all signals. */
function urlOf(env: Values): string {
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return base && `${base.replace(/\/$/, '')}/v1/traces`;
}

function samplerOf(env: Values): TracingConfig['sampler'] {
  const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: given } = env;
  return name === ''
    ? { name: DEFAULT_SAMPLER, ratio: given ?? DEFAULT_RATIO }
    : { name, ratio: given ?? 1 };
}
