import type { Metrics } from './metrics.ts'

export interface DeferredMetrics extends Metrics {
  load(): Promise<unknown>
}

/** The same metrics, with a library that is loaded once the hub is up. Earlier values are passed to it then. */
export function deferredMetrics(): DeferredMetrics {
  const early: ((metrics: Metrics) => void)[] = []
  let loaded: Metrics | undefined
  let loading: Promise<Metrics> | undefined
  const load = async (): Promise<Metrics> => {
    const { prometheusMetrics } = await import('./metrics.ts')
    loaded = prometheusMetrics()
    for (const tell of early.splice(0)) tell(loaded)
    return loaded
  }
  const loadOnce = (): Promise<Metrics> => (loading ??= load())
  const tell = (what: (metrics: Metrics) => void): void => {
    if (loaded) what(loaded)
    else early.push(what)
  }
  return {
    load: loadOnce,
    observeRequest: (...figure) => tell((metrics) => metrics.observeRequest(...figure)),
    countVerification: (...figure) => tell((metrics) => metrics.countVerification(...figure)),
    countBytesReceived: (...figure) => tell((metrics) => metrics.countBytesReceived(...figure)),
    countPlays: (...figure) => tell((metrics) => metrics.countPlays(...figure)),
    observeStoreRequest: (...figure) => tell((metrics) => metrics.observeStoreRequest(...figure)),
    observeJob: (...figure) => tell((metrics) => metrics.observeJob(...figure)),
    gauge: (...figure) => tell((metrics) => metrics.gauge(...figure)),
    gauges: (...figure) => tell((metrics) => metrics.gauges(...figure)),
    render: async () => (await loadOnce()).render(),
    snapshot: async () => (await loadOnce()).snapshot(),
  }
}
