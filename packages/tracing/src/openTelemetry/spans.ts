/** Starts spans of the SDK below a traceparent or below another span. */
import {
  type Span as ApiSpan,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { Attributes, RootOptions, Span, SpanOptions, Tracing } from '../tracing.js';

export type Start = Tracing['start'];

const KINDS: Record<NonNullable<SpanOptions['kind']>, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export const isSampled = (traceparent: string | undefined): traceparent is string =>
  traceparent?.endsWith('1') === true;

export const createSpans =
  (tracer: Tracer): Start =>
  (name, { parent, links = [], ...options }: RootOptions = {}) =>
    open(tracer, name, options, parent === undefined ? ROOT_CONTEXT : below(parent), links);

/** The context of a traceparent; an invalid one begins a new trace, as W3C requires. */
function below(traceparent: string): Context {
  const parsed = parseTraceParent(traceparent);
  return parsed ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true }) : ROOT_CONTEXT;
}

const linkTo = (traceparent: string): Link[] => {
  const context = parseTraceParent(traceparent);
  return context ? [{ context }] : [];
};

function open(
  tracer: Tracer,
  name: string,
  { kind = 'internal', began = performance.now(), attributes }: SpanOptions,
  context: Context,
  links: readonly string[] = [],
): Span {
  const span = tracer.startSpan(
    name,
    {
      kind: KINDS[kind],
      // taken as a time of performance.now(), like the end, so that both are exact
      startTime: began,
      ...(attributes && { attributes }),
      ...(links.length > 0 && { links: links.flatMap(linkTo) }),
    },
    context,
  );
  return span.isRecording() ? new RecordedSpan(tracer, span) : new UnrecordedSpan(span);
}

/** A span of a trace that is not sampled: only its ids are used, for logs and for later spans. */
class UnrecordedSpan implements Span {
  readonly sampled = false;
  readonly traceId: string;
  readonly traceparent: string;

  constructor(span: ApiSpan) {
    const context = span.spanContext();
    this.traceId = context.traceId;
    this.traceparent = traceparentOf(context);
  }

  child(): Span {
    return this;
  }
  rename(): void {}
  set(): void {}
  fail(): void {}
  end(): void {}
}

class RecordedSpan implements Span {
  readonly sampled = true;
  readonly traceId: string;
  readonly traceparent: string;

  constructor(
    private readonly tracer: Tracer,
    private readonly span: ApiSpan,
  ) {
    const context = span.spanContext();
    this.traceId = context.traceId;
    this.traceparent = traceparentOf(context);
  }

  child(name: string, options: SpanOptions = {}): Span {
    return open(this.tracer, name, options, trace.setSpan(ROOT_CONTEXT, this.span));
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  fail(type: string): void {
    this.span.setAttribute('error.type', type);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end(performance.now());
  }
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
