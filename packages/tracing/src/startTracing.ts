/** Starts the traces of a program. OpenTelemetry is loaded only when there is an endpoint. */
import { type Logger, throttleErrors } from '@rafaga/runtime';
import type { Tracing } from './tracing.js';
import { tracingConfig } from './tracingConfig.js';

/**
 * @param service names the program in its traces, unless a variable does
 * @returns undefined without an endpoint: nothing is recorded then
 */
export async function startTracing(
  service: string,
  environment: NodeJS.ProcessEnv,
  log: Logger,
): Promise<Tracing | undefined> {
  const config = tracingConfig(environment, (text) => log.warn(text));
  if (!config) return undefined;
  const { openTracing } = await import('./openTelemetry/openTracing.js');
  const onError = throttleErrors((error, times) =>
    log.warn('las trazas no se envían', { error, times }),
  );
  return openTracing(service, config, onError);
}
