/** Tests how the standard variables of OpenTelemetry are read. */
import { expect, test } from '@jest/globals';
import { tracingConfig } from './tracingConfig.js';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test.each([
  ['without an endpoint', {}],
  ['when the SDK is disabled', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
  ['when no exporter is chosen', { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is traced %s', (_when, env) => {
  expect(tracingConfig(env)).toBeUndefined();
});

test('the path of traces is added to the endpoint of all signals alone', () => {
  expect(tracingConfig(ENDPOINT)?.url).toBe('http://collector:4318/v1/traces');
  const own = { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/here' };
  expect(tracingConfig(own)?.url).toBe('https://traces/here');
});

test.each([
  [{}, { name: 'parentbased_traceidratio', ratio: 0.05 }],
  [{ OTEL_TRACES_SAMPLER_ARG: '0.5' }, { name: 'parentbased_traceidratio', ratio: 0.5 }],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, { name: 'traceidratio', ratio: 1 }],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, { name: 'parentbased_always_on', ratio: 1 }],
])('the sampler of %j is %j', (env, sampler) => {
  expect(tracingConfig({ ...ENDPOINT, ...env })?.sampler).toEqual(sampler);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'debe ser una dirección http:// o https://'],
  [{ OTEL_TRACES_SAMPLER: 'todo' }, 'debe ser una de: always_on'],
  [{ OTEL_TRACES_SAMPLER_ARG: '5 %' }, 'debe ser un número de 0 a 1'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'debe ser una de: http/protobuf, http/json'],
])('%j is refused', (env, text) => {
  expect(() => tracingConfig({ ...ENDPOINT, ...env })).toThrow(text);
});
