/** Tests how the standard variables of OpenTelemetry are read. */
import { expect, test } from '@jest/globals';
import { tracingConfig } from './tracingConfig.js';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

const read = (env: Record<string, string>) => {
  const warnings: string[] = [];
  const config = tracingConfig({ ...ENDPOINT, ...env }, (text) => warnings.push(text));
  return { config, warnings };
};

test.each([
  ['when the SDK is disabled', { OTEL_SDK_DISABLED: 'true' }],
  ['when the SDK is disabled in capitals', { OTEL_SDK_DISABLED: 'TRUE' }],
  ['when no exporter is chosen', { OTEL_TRACES_EXPORTER: 'none' }],
  ['without an endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
])('nothing is traced, and no other variable judged, %s', (_when, env) => {
  const wrong = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'jaeger_remote' };
  expect(read({ ...wrong, ...env })).toEqual({ config: undefined, warnings: [] });
});

test('the path of traces is added to the endpoint of all signals alone', () => {
  expect(read({}).config?.url).toBe('http://collector:4318/v1/traces');
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/here' };
  expect(read(own).config?.url).toBe('https://traces/here');
});

test.each([
  [{}, { name: 'parentbased_traceidratio', ratio: 0.05 }],
  [{ OTEL_TRACES_SAMPLER_ARG: '0.5' }, { name: 'parentbased_traceidratio', ratio: 0.5 }],
  [{ OTEL_TRACES_SAMPLER: 'TraceIdRatio' }, { name: 'traceidratio', ratio: 1 }],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, { name: 'parentbased_always_on', ratio: 1 }],
])('the sampler of %j is %j', (env, sampler) => {
  const { config, warnings } = read({ OTEL_EXPORTER_OTLP_PROTOCOL: 'HTTP/JSON', ...env });
  expect([config?.sampler, config?.protocol, warnings]).toEqual([sampler, 'http/json', []]);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'debe ser una dirección http:// o https://'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'no es uno de: http/protobuf, http/json'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER vale «zipkin»'],
])('%j gives a warning and no traces', (env, text) => {
  expect(read(env)).toEqual({ config: undefined, warnings: [expect.stringContaining(text)] });
});

test.each([
  [{ OTEL_SDK_DISABLED: 'sí' }, 'debe ser una de: true, false'],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'debe ser una de: always_on'],
  [{ OTEL_TRACES_SAMPLER_ARG: '5 %' }, 'debe ser un número de 0 a 1'],
  [{ OTEL_BSP_MAX_QUEUE_SIZE: 'mucho' }, 'debe ser un número entero'],
])('%j gives a warning and the default', (env, text) => {
  const { config, warnings } = read(env);
  expect(warnings).toEqual([expect.stringContaining(text)]);
  expect(config).toEqual(read({}).config);
});
