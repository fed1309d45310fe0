/** What every process needs before it does anything: configuration, log, health, graceful stop. */
export { shortly } from './alike.js';
export * from './conditions.js';
export * from './config.js';
export * from './health.js';
export * from './logger.js';
export * from './place.js';
export * from './probes.js';
export * from './run.js';
