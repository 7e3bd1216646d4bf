import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'

const metricsToken = 'metrics-token-0123456789'

describe('the metrics of a hub', () => {
  let hub: TestHub
  const read = async (): Promise<string> => {
    const response = await hub.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(response.status).toBe(200)
    return response.text()
  }
  beforeAll(async () => {
    hub = await startTestHub({ environment: { SPINDLE_METRICS_TOKEN: metricsToken } })
    const { accountId } = await createTestAccount(hub)
    const { releaseId } = await createLiveRelease(hub, { accountId, properties: ['site-a', 'site-b'] })
    const tenant = hub.opened.database.tenant(accountId)
    await tenant.execute(`update releases set status = 'submitted' where account_id = $1 and id = $2`, [releaseId])
    // A new revision of what is out waits as well.
    const updated = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
    await tenant.execute(`update releases set review_revision = revision where account_id = $1 and id = $2`, [
      updated.releaseId,
    ])
    await tenant.execute(
      `update deliveries set status = 'refused' where account_id = $1 and release_id = $2 and outlet_id = 'site-b'`,
      [releaseId],
    )
  })

  it('have the names that stock dashboards expect', async () => {
    const text = await read()
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
      expect(text).toMatch(new RegExp(`^${name} `, 'm'))
    expect(text).not.toContain('spindle_process_')
  })

  it('are there before the first event: a rate begins at 0', async () => {
    const text = await read()
    for (const result of ['ok', 'refused'])
      expect(text).toMatch(new RegExp(`^spindle_verifications_total\\{result="${result}"\\} 0$`, 'm'))
    for (const result of ['accepted', 'duplicate', 'refused'])
      expect(text).toMatch(new RegExp(`^spindle_plays_total\\{result="${result}"\\} 0$`, 'm'))
    for (const status of ['queued', 'sent', 'failed', 'takedown_sent'])
      expect(text).toMatch(new RegExp(`^spindle_deliveries\\{status="${status}"\\} \\d+$`, 'm'))
  })

  it('show deliveries, reviews, connections and disk', async () => {
    const text = await read()
    expect(text).toMatch(/^spindle_deliveries\{status="refused"\} 1$/m)
    expect(text).toMatch(/^spindle_reviews_waiting 2$/m)
    expect(text).toMatch(/^spindle_database_connections\{state="idle"\} \d+$/m)
    expect(text).toMatch(/^spindle_database_connections\{state="waiting"\} \d+$/m)
    expect(text).toMatch(/^spindle_filesystem_avail_bytes [1-9]\d+$/m)
    expect(text).toMatch(/^spindle_filesystem_size_bytes [1-9]\d+$/m)
  })

  it('show how many jobs wait, how old the oldest is and how long jobs took', async () => {
    await hub.opened.database.system.execute(`select graphile_worker.add_job('foldPlays')`)
    const text = await eventually(
      async () => {
        const now = await read()
        return /^spindle_job_duration_seconds_count\{job="foldPlays",outcome="done"\} [1-9]/m.test(now)
          ? now
          : undefined
      },
      { what: 'a job to be measured' },
    )
    for (const state of ['waiting', 'running', 'failed'])
      expect(text).toMatch(new RegExp(`^spindle_jobs\\{state="${state}"\\} \\d+$`, 'm'))
    expect(text).toMatch(/^spindle_oldest_job_age_seconds \d/m)
  })
})
