import { addUpMetrics } from '../metrics/add-up-metrics.ts'
import type { MetricSnapshot, RenderedMetrics } from '../metrics/metrics.ts'
import type { HubChild } from './fork-child.ts'

/** The metrics of all processes at one address. */
export interface SummedMetrics {
  /** Begins to follow the figures of a process, and answers when it asks for the sum. */
  follow(child: HubChild): void
  render(): Promise<RenderedMetrics>
}

/** A process that does not answer within this time counts with its last figures. */
const answerMs = 2_000

/**
 * Counters never decrease: those of ended processes are kept. What a killed process counted after the last request for
 * metrics is lost.
 */
export function sumMetrics(children: () => readonly HubChild[]): SummedMetrics {
  const latest = new Map<HubChild, readonly MetricSnapshot[]>()
  const waiting = new Map<HubChild, Map<number, () => void>>()
  let retired: readonly MetricSnapshot[] = []
  let adding = Promise.resolve()
  let asked = 0
  const measure = async (child: HubChild): Promise<void> => {
    const id = ++asked
    const answer = Promise.withResolvers<void>()
    const timer = setTimeout(answer.resolve, answerMs)
    waiting.get(child)?.set(id, answer.resolve)
    child.send({ type: 'measure', id })
    await Promise.race([answer.promise, child.ended])
    clearTimeout(timer)
    waiting.get(child)?.delete(id)
  }
  const render = async (): Promise<RenderedMetrics> => {
    await Promise.all(children().map(measure))
    return addUpMetrics([...latest.values(), retired]).render()
  }
  return {
    render,
    follow(child) {
      waiting.set(child, new Map())
      child.onMessage((message) => {
        if (message.type === 'measured' || message.type === 'last') latest.set(child, message.metrics)
        if (message.type === 'measured') waiting.get(child)?.get(message.id)?.()
        if (message.type === 'sum')
          void render().then((summed) => child.send({ type: 'summed', id: message.id, ...summed }))
      })
      void child.ended.then(() => {
        waiting.delete(child)
        const counted = (latest.get(child) ?? []).filter((metric) => isCounted(metric))
        latest.set(child, counted)
        adding = adding.then(async () => {
          const sum = await addUpMetrics([retired, counted]).snapshot()
          retired = sum
          latest.delete(child)
        })
      })
    },
  }
}

/** What Prometheus computes rates of. */
const isCounted = ({ type }: MetricSnapshot): boolean => type === 'counter' || type === 'histogram'
