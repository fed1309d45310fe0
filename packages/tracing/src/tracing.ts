/** What a program records: spans of its own, and spans of work that several documents share. */

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  kind?: SpanKind;
  /** `performance.now()` when the work began; now, if absent. */
  began?: number;
  attributes?: Attributes;
}

export interface Span {
  readonly traceId: string;
  /** As the W3C header of this name. */
  readonly traceparent: string;
  readonly sampled: boolean;
  child(name: string, options?: SpanOptions): Span;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param type a class of errors, never a message: it may quote what callers sent */
  fail(type: string): void;
  end(): void;
}

export interface RootOptions extends SpanOptions {
  /** The span that caused this one, as a traceparent; without a valid one a trace begins. */
  parent?: string | undefined;
  /** Spans that share this one's work, as traceparents. */
  links?: readonly string[];
}

export interface SharedOptions extends SpanOptions {
  /** The traceparents of the spans that shared the work; absent ones are not traced. */
  of: readonly (string | undefined)[];
  /** The class of the error that ended the work. */
  failed?: string | undefined;
}

export interface Tracing {
  start(name: string, options?: RootOptions): Span;
  /**
   * Records work that has ended and that several spans shared: a child of the first of them that is
   * sampled, with a link to each.
   * @returns the traceparent; undefined when none of them is sampled
   */
  shared(name: string, options: SharedOptions): string | undefined;
  /** Exports what is recorded, within two seconds; what is recorded later is lost. */
  stop(): Promise<void>;
}
