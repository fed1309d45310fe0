/** Exports spans by OTLP over HTTP, as protobuf or as JSON, and reports what fails. */
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from '@opentelemetry/otlp-exporter-base/node-http';
// imported by path: the index would also load the code for logs and metrics, with three packages
import * as trace from '@opentelemetry/otlp-transformer/build/src/trace/index.js';
import * as json from '@opentelemetry/otlp-transformer/build/src/trace/json/index.js';
import * as protobuf from '@opentelemetry/otlp-transformer/build/src/trace/protobuf/index.js';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../tracingConfig.js';

const FORMATS = {
  'http/protobuf': { serializer: protobuf.ProtobufTraceSerializer, type: 'application/x-protobuf' },
  'http/json': { serializer: json.JsonTraceSerializer, type: 'application/json' },
};

/** Built like the published exporters of traces, each of which has only one format. */
export function createExporter({ url, protocol, headers }: TracingConfig): SpanExporter {
  const { serializer, type } = FORMATS[protocol];
  return new OTLPExporterBase<ReadableSpan[]>(
    createOtlpHttpExportDelegate(
      convertLegacyHttpOptions(
        {
          url,
          headers: Object.assign({}, ...headers.map((text) => parseKeyPairsIntoRecord(text))),
        },
        'TRACES',
        'v1/traces',
        { 'Content-Type': type },
      ),
      serializer,
      protocol === 'http/json' ? 'otlp_http_json_span_exporter' : 'otlp_http_span_exporter',
      trace.TraceExporterMetricsHelper,
      undefined,
    ),
  );
}

/** A failed export loses its spans and nothing else. */
export function reportErrors(onError: (error: Error) => void): void {
  setGlobalErrorHandler((error) =>
    onError(error instanceof Error ? error : new Error(String(error))),
  );
  const report = (message: string) => onError(new Error(message));
  const ignore = () => undefined;
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
