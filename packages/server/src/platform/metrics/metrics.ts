import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { StoreOperation, StoreResult } from '../blobs/s3/requests.ts'
import {
  type GaugeName,
  type MetricDefinition,
  type MetricName,
  metricDefinitions,
  type PlainGaugeName,
} from './metric-definitions.ts'

/** Metrics of the running hub in the Prometheus text format. Labels are operation ids and states, never identifiers. */
export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void
  countVerification(result: 'ok' | 'refused'): void
  countBytesReceived(bytes: number): void
  countPlays(result: 'accepted' | 'duplicate' | 'refused', count: number): void
  observeStoreRequest(operation: StoreOperation, result: StoreResult, seconds: number): void
  observeJob(job: string, outcome: 'done' | 'failed', seconds: number): void
  /**
   * Registers a metric that is read when it is scraped. It is left out if reading fails: an outage must not hide the
   * other metrics.
   */
  gauge(name: PlainGaugeName, read: () => Promise<number | undefined> | number): void
  /** The same with one value for each value of its label. */
  gauges(
    name: Exclude<GaugeName, PlainGaugeName>,
    read: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>,
  ): void
  render(): Promise<RenderedMetrics>
  /** The same as data, which can be added to that of other processes. */
  snapshot(): Promise<readonly MetricSnapshot[]>
}

export interface RenderedMetrics {
  readonly mediaType: string
  readonly text: string
}

/** One metric with its values. */
export interface MetricSnapshot {
  readonly name: string
  readonly type: string
  readonly values: readonly { readonly value: number }[]
}

/** Counters and histograms in the text format of Prometheus, including those of the process. */
export function prometheusMetrics(): Metrics {
  const registry = new Registry()
  // Under their standard names: stock dashboards expect `process_` and `nodejs_`.
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const optionsOf = <Name extends MetricName>(name: Name) => {
    const { help, labels }: MetricDefinition = metricDefinitions[name]
    return { name, help, labelNames: [...labels], registers }
  }
  const gaugeOptionsOf = <Name extends GaugeName>(name: Name) => {
    const { amongProcesses = 'max' }: MetricDefinition = metricDefinitions[name]
    return { ...optionsOf(name), aggregator: amongProcesses }
  }
  const requests = new Histogram({
    ...optionsOf('spindle_http_request_duration_seconds'),
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  const jobs = new Histogram({
    ...optionsOf('spindle_job_duration_seconds'),
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120],
  })
  const storeRequests = new Histogram({
    ...optionsOf('spindle_blob_request_duration_seconds'),
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
  })
  const verifications = new Counter(optionsOf('spindle_verifications_total'))
  const bytes = new Counter(optionsOf('spindle_upload_bytes_total'))
  const plays = new Counter(optionsOf('spindle_plays_total'))
  // From the start: `rate()` misses an event if its counter did not exist before.
  for (const result of ['ok', 'refused'] as const) verifications.inc({ result }, 0)
  for (const result of ['accepted', 'duplicate', 'refused'] as const) plays.inc({ result }, 0)
  return {
    observeRequest: (operation, status, seconds) => requests.observe({ operation, status: String(status) }, seconds),
    countVerification: (result) => verifications.inc({ result }),
    countBytesReceived: (count) => bytes.inc(count),
    countPlays: (result, count) => plays.inc({ result }, count),
    observeStoreRequest: (operation, result, seconds) => storeRequests.observe({ operation, result }, seconds),
    observeJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    gauge(name, read) {
      new Gauge({
        ...gaugeOptionsOf(name),
        async collect() {
          // Not printed without a value.
          this.remove()
          const figure = await readOrUndefined(read)
          if (figure !== undefined) this.set(figure)
        },
      })
    },
    gauges(name, read) {
      const [label] = metricDefinitions[name].labels
      new Gauge<string>({
        ...gaugeOptionsOf(name),
        async collect() {
          this.reset()
          for (const [value, figure] of Object.entries((await readOrUndefined(read)) ?? {}))
            this.set({ [label]: value }, figure)
        },
      })
    },
    render: async () => ({ mediaType: registry.contentType, text: await registry.metrics() }),
    async snapshot() {
      const metrics = (await registry.getMetricsAsJSON()) as unknown as readonly MetricSnapshot[]
      // Messages between processes are JSON, which has no other numbers.
      return metrics.map((metric) => ({
        ...metric,
        values: metric.values.filter(({ value }) => Number.isFinite(value)),
      }))
    },
  }
}

async function readOrUndefined<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch {
    return undefined
  }
}
