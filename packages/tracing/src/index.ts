/** Traces of requests and documents: spans, exported by OTLP; nothing without an endpoint. */
export { errorType } from './errorType.js';
export { startTracing } from './startTracing.js';
export { statementSpans } from './statementSpans.js';
export type { Span, SpanOptions, Tracing } from './tracing.js';
