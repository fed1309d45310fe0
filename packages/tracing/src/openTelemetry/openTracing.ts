/**
 * Tracing with OpenTelemetry's SDK. Contexts are passed explicitly, as spans and traceparents:
 * there is no current span, so that no request pays for asynchronous context tracking.
 */
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { settledWithin } from '@rafaga/runtime/concurrency';
import { VERSION } from '@rafaga/runtime/version';
import type { SharedOptions, Tracing } from '../tracing.js';
import type { TracingConfig } from '../tracingConfig.js';
import { createExporter, reportErrors } from './exporter.js';
import { createSampler } from './sampler.js';
import { createSpans, isSampled, type Start } from './spans.js';

const STOP_WITHIN_MS = 2_000;
/** A group commit holds at most 200 documents; the SDK would drop links beyond 128. */
const MAX_LINKS = 256;

export function openTracing(
  service: string,
  config: TracingConfig,
  onError: (error: Error) => void,
): Tracing {
  reportErrors(onError);
  const provider = new TracerProvider({
    // OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME replace these
    resource: resourceFromAttributes({
      'service.name': `rafaga-${service}`,
      'service.version': VERSION,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: createSampler(config.sampler),
    spanLimits: { linkCountLimit: MAX_LINKS },
    spanProcessors: [
      new BatchSpanProcessor({ ...config.batches, exporter: createExporter(config) }),
    ],
  });
  const start = createSpans(provider.getTracer('rafaga', VERSION));
  return {
    start,
    shared(name, options) {
      try {
        return recordShared(start, name, options);
      } catch (error) {
        // an error here must not keep the callers of a finished statement from its result
        onError(error as Error);
        return undefined;
      }
    },
    stop: () => settledWithin(provider.shutdown().catch(onError), STOP_WITHIN_MS),
  };
}

function recordShared(
  start: Start,
  name: string,
  { of, failed, ...options }: SharedOptions,
): string | undefined {
  const links = of.filter(isSampled);
  const [parent] = links;
  if (parent === undefined) return undefined;
  const span = start(name, { ...options, parent, links });
  if (failed) span.fail(failed);
  span.end();
  return span.traceparent;
}
