/** What every process needs to run: configuration, log, health, conditions, graceful stop. */

export * from './conditions/conditions.js';
export type * from './conditions/probe.js';
export * from './conditions/probes.js';
export * from './config.js';
export * from './health.js';
export * from './listen.js';
export * from './logger.js';
export { misspeltVariables } from './misspelt.js';
export { startProcessLoad } from './processLoad.js';
export * from './proxies.js';
export { hideQuotedValues } from './quotedValues.js';
export * from './redis/redisConfig.js';
export { firstLine } from './repeats.js';
export * from './replicaConfig.js';
export * from './run.js';
export * from './secretConfig.js';
export * from './storeConfig.js';
export { VERSION } from './version.js';
export { isClosed, whenClosed } from './whenClosed.js';
