/** A collector of OpenTelemetry: receives spans by OTLP over HTTP, and has them by name. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number>;
  links: { traceId: string; spanId: string }[];
  failed: boolean;
  tookMs: number;
}

export interface TraceCollector {
  url: string;
  /** The variables with which a program sends its spans here, all of them and at once. */
  env: Record<string, string>;
  spans(): CollectedSpan[];
  /** The requests as they came: type, headers and bytes. */
  requests(): { type: string; key: string | undefined; body: Buffer }[];
  stop(): Promise<void>;
}

/** @param silent it takes requests and never answers */
export async function startTraceCollector({ silent = false } = {}): Promise<TraceCollector> {
  const requests: { type: string; key: string | undefined; body: Buffer }[] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer(async (req, res) => {
    const type = req.headers['content-type'] ?? '';
    const key = req.headers['x-key'] as string | undefined;
    const body = await buffer(req);
    requests.push({ type, key, body });
    if (type === 'application/json') spans.push(...spansOf(JSON.parse(body.toString())));
    if (silent) return;
    res.writeHead(req.url === '/v1/traces' ? 200 : 404, { 'Content-Type': type }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    spans: () => spans,
    requests: () => requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string | number; doubleValue?: number };
}

interface SpanJson {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes?: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: SpanJson[] }[];
  }[];
}

const ERROR = 2;

const spansOf = ({ resourceSpans }: Exported): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        kind: span.kind,
        ...(span.parentSpanId && { parentSpanId: span.parentSpanId }),
        attributes: valuesOf(span.attributes ?? []),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        failed: span.status?.code === ERROR,
        tookMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
      })),
    ),
  );

const valuesOf = (attributes: Attribute[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? Number(intValue ?? doubleValue),
    ]),
  );
