import { expect, it } from 'vitest'
import { startTestHub } from '../../harness/hub.ts'
import { march, marchOf, openReportAccount } from '../../harness/own-reports.ts'

it('createReport refuses what passes the quota of metadata, and keeps nothing of it', async () => {
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_QUOTA_DOCUMENT_BYTES: '799' } })
  const { ask, bring, totals } = await openReportAccount(hub)
  // Four lines weigh 200 bytes each.
  expect(await bring(march)).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'documentBytes', limit: 799, used: 0 },
  })
  expect((await ask('GET')).body.data).toEqual([])
  expect(await totals()).toEqual({})
  expect((await bring(marchOf(9))).status).toBe(201)
})
