import { expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { integrationFeature } from '../../src/features/integration/index.ts'
import { databaseNotifications } from '../../src/platform/database/notifications.ts'
import { silentLog } from '../../src/platform/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub } from '../harness/hub.ts'

const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]

it('tells a worker without tokens the properties that other processes have tokens of', async () => {
  const { hub, opened } = await startTestHub({
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-b=${b},site-a=${a},site-a=${a}x` },
  })
  const notifications = databaseNotifications(opened.connection, silentLog)
  const create = (tokens: string) => {
    const config = readConfig({ SPINDLE_PUBLIC_URL: hub.url, SPINDLE_INTEGRATION_TOKENS: tokens })
    return integrationFeature({ ...hub.http, config, notifications, metrics: prometheusMetrics() })
  }
  const worker = create('')
  const changed = create(`site-c=${a},site-b=${b}`)
  await notifications.start()
  atEnd(() => notifications.close())
  await worker.start?.()
  expect(worker.properties()).toEqual(['site-a', 'site-b'])

  await changed.start?.()
  expect(changed.properties()).toEqual(['site-c', 'site-b'])
  await eventually(() => (worker.properties().join() === 'site-b,site-c' ? true : undefined), {
    what: 'the worker to know the new properties',
  })
})
