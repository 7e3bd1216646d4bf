import { expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { type IntegrationFeature, integrationFeature } from '../../src/features/integration/index.ts'
import { databaseNotifications } from '../../src/platform/database/notifications.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub } from '../harness/hub.ts'

const [a, b, c] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)]

/** Starts processes of one hub with different tokens. */
async function startProcesses() {
  const { hub, opened } = await startTestHub({ role: 'worker', environment: { SPINDLE_INTEGRATION_TOKENS: '' } })
  const start = async (tokens: string) => {
    const notifications = databaseNotifications(opened.connection, silentLog)
    const config = readConfig({ SPINDLE_PUBLIC_URL: hub.url, SPINDLE_INTEGRATION_TOKENS: tokens })
    const process = integrationFeature({ ...hub.http, config, notifications, metrics: prometheusMetrics() })
    atEnd(() => notifications.close())
    await notifications.start()
    await process.start?.()
    atEnd(() => process.close?.())
    return process
  }
  return { system: opened.database.system, start }
}

const untilKnown = (process: IntegrationFeature, wanted: string) =>
  eventually(() => (process.properties().toSorted().join() === wanted ? true : undefined), {
    what: `it to know ${wanted}`,
  })

it('shares with every process the properties for which any process has tokens', async () => {
  const { start } = await startProcesses()
  const first = await start(`site-b=${b},site-a=${a},site-a=${a}x`)
  const worker = await start('')
  expect(worker.properties()).toEqual(['site-a', 'site-b'])

  const next = await start(`site-c=${c},site-b=${b}`)
  expect(next.properties()).toEqual(['site-c', 'site-b', 'site-a'])
  expect(next.ownProperties()).toEqual(['site-c', 'site-b'])
  for (const process of [worker, first]) await untilKnown(process, 'site-a,site-b,site-c')
})

it('keeps the properties of a process that restarts, and for a minute those of one that does not return', async () => {
  const { system, start } = await startProcesses()
  const first = await start(`site-b=${b}`)
  const next = await start(`site-c=${c}`)
  await next.close?.()
  const third = await start(`site-a=${a}`)
  expect(third.properties()).toEqual(['site-a', 'site-b', 'site-c'])

  await system.execute(
    `update property_holders set seen_at = now() - interval '61 s' where property_ids = array['site-c']`,
  )
  const fourth = await start(`site-b=${b}`)
  expect(fourth.properties()).toEqual(['site-b', 'site-a'])
  for (const process of [first, third]) await untilKnown(process, 'site-a,site-b')
})

it('leaves nothing of the last process that ends', async () => {
  const { start } = await startProcesses()
  const only = await start(`site-a=${a}`)
  await only.close?.()
  const next = await start(`site-c=${c}`)
  expect(next.properties()).toEqual(['site-c'])
})
