import { expect, it } from 'vitest'
import { freePort } from '../../../test/harness/hub.ts'
import { silentLog } from '../../platform/logging/log.ts'
import { prometheusMetrics } from '../../platform/metrics/metrics.ts'
import { healthFeature } from './index.ts'

it('answers on the metrics port, also when the figures cannot be rendered', async () => {
  const metrics = prometheusMetrics()
  let isBroken = false
  const breakable = { ...metrics, render: () => (isBroken ? Promise.reject(new Error('no')) : metrics.render()) }
  const metricsPort = await freePort()
  const health = healthFeature({
    config: { metricsToken: undefined, metricsPort, host: '127.0.0.1' },
    dependencies: [],
    checks: [],
    log: silentLog,
    now: Date.now,
    metrics: breakable,
  })
  await health.start()
  try {
    const good = await fetch(`http://127.0.0.1:${metricsPort}/`)
    expect(good.status).toBe(200)
    expect(await good.text()).toContain('spindle_http_request_duration_seconds')
    isBroken = true
    const bad = await fetch(`http://127.0.0.1:${metricsPort}/`)
    expect(bad.status).toBe(500)
    expect(await bad.text()).toBe('')
  } finally {
    await health.close()
  }
})
