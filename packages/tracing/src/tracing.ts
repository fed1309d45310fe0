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
  /** The value of the W3C header `traceparent`. */
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
  /** The traceparent of the span that caused this one; without a valid one, a new trace begins. */
  parent?: string | undefined;
  /** Traceparents of the spans that share this one's work. */
  links?: readonly string[];
}

export interface SharedOptions extends SpanOptions {
  /**
   * The traceparents of the spans that shared the work; undefined for those that are not traced.
   */
  of: readonly (string | undefined)[];
  /** The class of the error that ended the work. */
  failed?: string | undefined;
}

export interface Tracing {
  start(name: string, options?: RootOptions): Span;
  /**
   * Records completed work that several spans shared, as a child of the first sampled one, with a
   * link to each.
   * @returns its traceparent; undefined when none of them is sampled
   */
  shared(name: string, options: SharedOptions): string | undefined;
  /** Exports the recorded spans within two seconds; later ones are lost. */
  stop(): Promise<void>;
}
