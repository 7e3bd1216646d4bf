import { AggregatorRegistry } from 'prom-client'
import type { MetricSnapshot, RenderedMetrics } from './metrics.ts'

/** One set of metrics from those of several processes. */
export interface AddedMetrics {
  render(): Promise<RenderedMetrics>
  snapshot(): Promise<readonly MetricSnapshot[]>
}

/** Counters and histograms are sums; how a gauge is combined is part of its definition. */
export function addUpMetrics(parts: readonly (readonly MetricSnapshot[])[]): AddedMetrics {
  const registry = AggregatorRegistry.aggregate([...parts])
  return {
    render: async () => ({ mediaType: registry.contentType, text: await registry.metrics() }),
    snapshot: async () => (await registry.getMetricsAsJSON()) as unknown as readonly MetricSnapshot[],
  }
}
