import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { createUploadClient, startUploadHub, testBytes } from '../harness/uploads.ts'

/** One account never fills the hub, and never delays the analysis of another one. */

describe('quotas of uploads', () => {
  it('refuses what is beyond them and names the quota, for this account alone', async () => {
    const client = await startUploadHub({
      environment: { SPINDLE_QUOTA_OPEN_UPLOADS: '2', SPINDLE_QUOTA_STORED_BYTES: '1000' },
    })
    const other = createUploadClient(client.hub, await (await createTestAccount(client.hub)).key())
    expect((await client.create({ 'upload-length': '1001' })).status).toBe(403)
    await client.begin(400)
    const path = await client.begin(400)
    const refused = await client.create({ 'upload-length': '1' })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: 'quota_exceeded', quota: 'openUploads', limit: 2, used: 2 })
    expect((await other.create({ 'upload-length': '1' })).status).toBe(201)
    expect((await client.patch(path, 0, testBytes(400))).status).toBe(204)
    const full = await client.create({ 'upload-length': '201' })
    expect(await full.json()).toMatchObject({ error: 'quota_exceeded', quota: 'storedBytes', limit: 1000, used: 800 })
    expect((await client.create({ 'upload-length': '200' })).status).toBe(201)
  })

  it('counts an upload of unknown length as it grows, and whole once its length is known', async () => {
    const client = await startUploadHub({ environment: { SPINDLE_QUOTA_STORED_BYTES: '1000' } })
    const begun = await client.create({ 'upload-defer-length': '1' })
    const path = new URL(String(begun.headers.get('location'))).pathname
    expect((await client.patch(path, 0, testBytes(400))).status).toBe(204)
    const other = await client.create({ 'upload-length': '601' })
    expect(await other.json()).toMatchObject({ quota: 'storedBytes', used: 400 })
    const long = await client.patch(path, 400, testBytes(601), { 'upload-length': '1001' })
    expect(long.status).toBe(403)
    expect(await long.json()).toMatchObject({ error: 'quota_exceeded', quota: 'storedBytes', limit: 1000, used: 400 })
    expect((await client.patch(path, 400, testBytes(600), { 'upload-length': '1000' })).status).toBe(204)
  })

  it('gives room back when uploads are removed', async () => {
    const client = await startUploadHub({
      environment: { SPINDLE_QUOTA_OPEN_UPLOADS: '1', SPINDLE_QUOTA_STORED_BYTES: '1000' },
    })
    for (let count = 0; count < 3; count++) {
      const path = await client.begin(1000)
      const removed = await client.hub.request(path, { method: 'DELETE', headers: { 'x-api-key': client.key } })
      expect(removed.status).toBe(204)
    }
  })

  it('asks to wait when too many files wait for their analysis', async () => {
    const client = await startUploadHub({ environment: { SPINDLE_QUOTA_WAITING_ANALYSES: '1' } })
    await client.patch(await client.begin(10), 0, testBytes(10))
    const refused = await client.create({ 'upload-length': '1' })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
  })

  it('lets the first file of an account overtake the backlog of another', async () => {
    const client = await startUploadHub()
    const other = createUploadClient(client.hub, await (await createTestAccount(client.hub)).key())
    for (let count = 0; count < 3; count++) await client.patch(await client.begin(10), 0, testBytes(10))
    const first = await other.begin(10)
    await other.patch(first, 0, testBytes(10))
    const jobs = await client.hub.opened.database.system.rows<{ key: string; priority: number }>(
      `select key, priority from graphile_worker.jobs where task_identifier = 'analyseUpload' order by id`,
    )
    expect(jobs.map(({ priority }) => priority)).toEqual([1, 2, 3, 1])
    expect(jobs.at(-1)?.key).toBe(`analyse:${first.split('/').at(-1)}`)
  })
})
