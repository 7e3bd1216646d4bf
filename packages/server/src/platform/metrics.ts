import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Figures about the running hub in the Prometheus text format. Labels are operation ids and states, never identifiers. */
export interface Metrics {
  observeRequest(operation: string, status: number, seconds: number): void
  countVerification(result: 'ok' | 'refused'): void
  countBytesReceived(bytes: number): void
  countPlays(result: 'accepted' | 'duplicate' | 'refused', count: number): void
  observeJob(job: string, outcome: 'done' | 'failed', seconds: number): void
  /**
   * Registers a figure with one value for each value of a label (the empty one where there is no label). Left out while it
   * cannot be read: an outage must not take the other figures away.
   */
  gauges(
    name: string,
    help: string,
    label: string | undefined,
    read: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>,
  ): void
  /** Registers a figure that is read when it is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  render(): Promise<{ readonly mediaType: string; readonly text: string }>
}

/** Counters and histograms in the text format of Prometheus, with those of the process. */
export function prometheusMetrics(): Metrics {
  const registry = new Registry()
  // Under their own names: stock dashboards look for `process_` and `nodejs_`.
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'spindle_http_request_duration_seconds',
    help: 'Duration of requests',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const verifications = new Counter({
    name: 'spindle_verifications_total',
    help: 'Integration tokens checked',
    labelNames: ['result'],
    registers,
  })
  const bytes = new Counter({ name: 'spindle_upload_bytes_total', help: 'Upload bytes made durable', registers })
  const plays = new Counter({
    name: 'spindle_plays_total',
    help: 'Plays reported by properties',
    labelNames: ['result'],
    registers,
  })
  const jobs = new Histogram({
    name: 'spindle_job_duration_seconds',
    help: 'Duration of jobs',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120],
    registers,
  })
  return {
    observeRequest: (operation, status, seconds) => requests.observe({ operation, status: String(status) }, seconds),
    countVerification: (result) => verifications.inc({ result }),
    countBytesReceived: (count) => bytes.inc(count),
    countPlays: (result, count) => plays.inc({ result }, count),
    observeJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    gauges(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers,
        async collect() {
          this.reset()
          // Without values it is not printed.
          if (label === undefined) this.remove()
          let values: Readonly<Record<string, number>> = {}
          try {
            values = await read()
          } catch {
            return
          }
          for (const [value, figure] of Object.entries(values))
            this.set(label === undefined ? {} : { [label]: value }, figure)
        },
      })
    },
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    },
    render: async () => ({ mediaType: registry.contentType, text: await registry.metrics() }),
  }
}
