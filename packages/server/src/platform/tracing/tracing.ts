import type { Log } from '../logging/log.ts'

/**
 * Traces (OpenTelemetry). Undefined without a collector; then no library is loaded. Spans carry our names and numbers:
 * no address, no header, no body, no message of an error.
 */
export interface Tracing {
  begin(span: NewSpan): Span
  /**
   * Identifies the current span, for work that continues elsewhere (W3C `traceparent`); undefined outside of every
   * span.
   */
  current(): string | undefined
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/** The properties of a span at its start. */
export interface NewSpan {
  readonly name: string
  readonly kind: 'request' | 'job'
  /** The `traceparent` it continues; by default it continues the current span. */
  readonly parent?: string | undefined
}

/** One piece of work. `end` must be called once, even if the work failed. */
export interface Span {
  /** Spans that start within `work` belong to it. */
  run<T>(work: () => T): T
  end(outcome: SpanOutcome): void
}

/** The properties of a span at its end. */
export interface SpanOutcome {
  /** If the name is only known now. */
  readonly name?: string
  readonly attributes?: Readonly<Record<string, string | number>>
  readonly isFailed: boolean
}

/** The OTLP endpoint that spans are sent to, from the configuration. */
export interface TracingTarget {
  readonly url: string
  /** The name of the hub in traces. */
  readonly serviceName: string
  /**
   * The share of traces that are kept, from 0 to 1, if they start here. For a trace that a client started, the client
   * decides.
   */
  readonly share: number
}

export interface TracingOptions {
  readonly target: TracingTarget | undefined
  readonly log: Log
}

/** Undefined without a target: the libraries of OpenTelemetry are only imported with one. */
export async function openTracing({ target, log }: TracingOptions): Promise<Tracing | undefined> {
  if (!target) return undefined
  const { otlpTracing } = await import('./otlp-tracing.ts')
  return otlpTracing(target, log)
}
