import type { MetricSnapshot, Metrics, RenderedMetrics } from '../metrics/metrics.ts'
import type { ToChild, ToFirst } from './messages.ts'

/** What a process knows of the other processes of the same start. */
export interface Siblings {
  /** How many processes have ended and are not replaced yet. */
  missing(): number
  /** The metrics of all processes together. */
  renderMetrics(): Promise<RenderedMetrics>
  /** Where the figures of this process are. */
  offerMetrics(metrics: Pick<Metrics, 'snapshot'>): void
}

/** The connection of a child to the first process. */
export interface ChildChannel {
  readonly siblings: Siblings
  /** `stop` with the whole hub, or `retire` because another process has taken over. */
  readonly stopAsked: Promise<'stop' | 'retire'>
  tellReady(): void
  /** Sends the last figures, if the hub has metrics, and no longer keeps the process running. */
  close(): Promise<void>
}

export interface ChannelOptions {
  readonly hasMetrics: boolean
  /** The first process is gone. */
  readonly onLost: () => void
}

const sumTimeoutMs = 10_000

export function openChannel({ hasMetrics, onLost }: ChannelOptions): ChildChannel {
  const send = (message: ToFirst): void => void (process.connected && process.send?.(message, undefined, {}, () => {}))
  const stop = Promise.withResolvers<'stop' | 'retire'>()
  const asking = new Map<number, (metrics: RenderedMetrics) => void>()
  let metrics: Pick<Metrics, 'snapshot'> | undefined
  let missing = 0
  let asked = 0
  const measure = async (): Promise<readonly MetricSnapshot[]> => (await metrics?.snapshot()) ?? []
  process.on('message', (message: ToChild) => {
    if (message.type === 'stop' || message.type === 'retire') stop.resolve(message.type)
    else if (message.type === 'missing') missing = message.count
    else if (message.type === 'summed') asking.get(message.id)?.(message)
    else if (message.type === 'measure')
      void measure().then((figures) => send({ type: 'measured', id: message.id, metrics: figures }))
  })
  // A terminal sends it to every process; only the first one decides.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => stop.resolve('stop'))
  process.once('disconnect', onLost)
  return {
    stopAsked: stop.promise,
    tellReady: () => send({ type: 'ready' }),
    siblings: {
      missing: () => missing,
      offerMetrics: (own) => {
        metrics = own
      },
      async renderMetrics() {
        const id = ++asked
        const answer = Promise.withResolvers<RenderedMetrics>()
        const timer = setTimeout(
          () => answer.reject(new Error('the first process did not add up the metrics')),
          sumTimeoutMs,
        )
        asking.set(id, answer.resolve)
        send({ type: 'sum', id })
        try {
          return await answer.promise
        } finally {
          clearTimeout(timer)
          asking.delete(id)
        }
      },
    },
    async close() {
      if (hasMetrics) send({ type: 'last', metrics: await measure() })
      process.off('disconnect', onLost)
      process.channel?.unref()
    },
  }
}
