/** Tests which variables are taken for misspelt ones. */
import { expect, test } from '@jest/globals';
import { misspeltVariables } from './misspelt.js';

const READ = new Set([
  ...['RAFAGA_PROXIES', 'DATABASE_URL', 'API_MAX_CONNECTIONS', 'REDIS_CERT', 'REDIS_SENTINEL_TLS'],
  ...['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_BSP_MAX_QUEUE_SIZE'],
]);

test.each([
  ['RAFAGA_PROXYS', 'RAFAGA_PROXIES'],
  ['RAFAGA_PROXEIS', 'RAFAGA_PROXIES'],
  ['API_MAX_CONNECTION', 'API_MAX_CONNECTIONS'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['DATABASE_ULR', 'DATABASE_URL'],
])('%s is named, with %s', (name, meant) => {
  expect(misspeltVariables({ [name]: 'x' }, READ)).toEqual([
    `Nada lee la variable ${name}: ¿debía ser ${meant}?`,
  ]);
});

test.each([
  ...['RAFAGA_PROXIES', 'DATABASE_URL_FILE', 'DATABASE_BACKUP_URL', 'PATH'],
  ...['REDIS_PORT', 'REDIS_SENTINEL_HOST'],
  ...['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'OTEL_BLRP_MAX_QUEUE_SIZE'],
])('%s is no mistake', (name) => {
  expect(misspeltVariables({ [name]: 'x' }, READ)).toEqual([]);
});
