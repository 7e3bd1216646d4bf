import type { TracingTarget } from '../platform/tracing/tracing.ts'
import type { Reader } from './reader.ts'

/** Undefined when no trace collector is configured. */
export function readTracing(reader: Reader): TracingTarget | undefined {
  const endpoint = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT')
  const serviceName = reader.textOrDefault('OTEL_SERVICE_NAME')
  const share = reader.pattern('OTEL_TRACES_SAMPLER_ARG', /^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1, such as 0.1')
  return endpoint === undefined ? undefined : { url: `${endpoint}/v1/traces`, serviceName, share: Number(share ?? 1) }
}
