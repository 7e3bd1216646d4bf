import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../logging/log.ts'
import { hubBuild } from '../process/version.ts'
import type { Tracing, TracingTarget } from './tracing.ts'

const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER } as const
/** A collector that does not respond must not delay a stop. */
const closeMs = 3_000

/** Spans by OTLP over HTTP, in batches. The current span is kept in Node's AsyncLocalStorage: nothing is patched. */
export function otlpTracing({ url, serviceName, share }: TracingTarget, log: Log): Tracing {
  setGlobalErrorHandler((error) => log.warn('tracing.not_sent', { error }))
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': hubBuild })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(own),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  })
  const tracer = provider.getTracer('spindle', hubBuild)
  const propagator = new W3CTraceContextPropagator()
  const running = new AsyncLocalStorage<Context>()
  const contextOf = (traceparent: string): Context =>
    propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
  return {
    begin({ name, kind, parent }) {
      const outer = parent === undefined ? (running.getStore() ?? ROOT_CONTEXT) : contextOf(parent)
      const span = tracer.startSpan(name, { kind: kinds[kind] }, outer)
      const inner = trace.setSpan(outer, span)
      return {
        run: (work) => running.run(inner, work),
        end({ name: finalName = name, attributes = {}, isFailed }) {
          span.updateName(finalName).setAttributes(attributes)
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    current() {
      const carrier: { traceparent?: string } = {}
      propagator.inject(running.getStore() ?? ROOT_CONTEXT, carrier, defaultTextMapSetter)
      return carrier.traceparent
    },
    close: () => Promise.race([provider.shutdown(), sleep(closeMs, undefined, { ref: false })]),
  }
}
