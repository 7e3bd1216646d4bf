import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startBreakableHub } from '../../harness/breakable-storage.ts'
import { march, openReportAccount } from '../../harness/own-reports.ts'

it('createReport reports that the storage is away, and reads the same upload once it is back', async () => {
  const { hub, storage } = await startBreakableHub()
  const { ask, upload } = await openReportAccount(hub)
  const body = { uploads: [await upload(march)], source: 'store' }
  storage.isAway = true
  const refused = await ask('POST', '', body)
  expect(refused).toMatchObject({ status: 503, body: { error: 'storage_unavailable' } })
  expect(refused.headers.get('retry-after')).toBe('5')
  expect((await ask('GET')).body.data).toEqual([])
  storage.isAway = false
  expect((await ask('POST', '', body)).status).toBe(201)
})

it('createReport does not blame an upload whose bytes the hub has lost, nor reveal their path', async () => {
  const { hub, ask, upload } = await openReportAccount()
  const id = await upload(march)
  for (const entry of await readdir(hub.dataDir, { recursive: true, withFileTypes: true }))
    if (entry.name === id) await rm(join(entry.parentPath, entry.name))
  const { status, body } = await ask('POST', '', { uploads: [id], source: 'store' })
  expect([status, body.error]).toEqual([503, 'storage_unavailable'])
  expect(JSON.stringify(body)).not.toContain(hub.dataDir)
})
