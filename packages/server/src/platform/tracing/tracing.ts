import type { Log } from '../logging/log.ts'

/**
 * Traces (OpenTelemetry). Undefined without a collector, and then nothing of it is
 * loaded. Spans carry names and numbers of ours: no address, no header, no body, no message of an error.
 */
export interface Tracing {
  begin(span: NewSpan): Span
  /** Names the current span, for work that continues elsewhere (W3C `traceparent`); undefined outside of every span. */
  current(): string | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

/** What is known of a span when it begins. */
export interface NewSpan {
  readonly name: string
  readonly kind: 'request' | 'job'
  /** The `traceparent` it continues; without one, it continues the current span. */
  readonly parent?: string | undefined
}

/** One piece of work. `end` must be called once, also when the work failed. */
export interface Span {
  /** Whatever begins within `work` is part of it. */
  run<T>(work: () => T): T
  end(outcome: SpanOutcome): void
}

/** What is known of a span when it ends. */
export interface SpanOutcome {
  /** Where it became known only now. */
  readonly name?: string
  readonly attributes?: Readonly<Record<string, string | number>>
  readonly isFailed: boolean
}

/** The OTLP endpoint that spans are sent to, from the configuration. */
export interface TracingTarget {
  readonly url: string
  /** What the hub is called there. */
  readonly serviceName: string
  /** How much of what begins here is kept, from 0 to 1. What a client began is kept where the client keeps it. */
  readonly share: number
}

export interface TracingOptions {
  readonly target: TracingTarget | undefined
  readonly log: Log
}

/** Undefined without a target: the libraries of OpenTelemetry are imported only where there is one. */
export async function openTracing({ target, log }: TracingOptions): Promise<Tracing | undefined> {
  if (!target) return undefined
  const { otlpTracing } = await import('./otlp-tracing.ts')
  return otlpTracing(target, log)
}
