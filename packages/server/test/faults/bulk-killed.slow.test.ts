import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { bulkPath } from '../harness/bulk.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { releasesPath } from '../harness/releases.ts'
import { coverJpeg, storeFile, submittableRelease } from '../harness/submittable.ts'
import { openAccount } from './database-restart/open-account.ts'

/** A hub that is killed during a bulk job. */

const count = 300

it('does each of 300 releases once, although the hub is killed twice', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-bulk-'))
  const port = await freePort()
  let hub = await startHubProcess({ dataDir, port })
  atEnd(async () => {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })
  const { url } = hub
  const { key, uploadId } = await openAccount(hub, dataDir)
  const files = { uploadId, coverUploadId: await storeFile({ url, key }, 'image/jpeg', await coverJpeg()) }
  const ids: string[] = []
  for (let serial = 1; serial <= count; serial++) {
    const body = submittableRelease({ ...files, title: `Night ${serial}`, serial })
    ids.push((await call(url, 'POST', releasesPath, { key, body })).body.id)
  }
  const started = await call(url, 'POST', bulkPath, { key, body: { action: 'patch', ids, patch: { label: 'Once' } } })
  expect(started.status).toBe(202)
  const path = `${bulkPath}/${started.body.id}`
  const untilDone = (least: number) =>
    eventually(
      async () => {
        const { body } = await call(url, 'GET', path, { key })
        return body.counts?.done >= least ? body : undefined
      },
      { what: `${least} releases to be done`, timeoutMs: 180_000 },
    )
  for (const least of [20, 120]) {
    const { status } = await untilDone(least)
    expect(status, 'The hub is killed in the middle').toBe('running')
    await hub.kill('tree')
    hub = await startHubProcess({ dataDir, port })
  }
  // A release that was changed without its outcome would be `unchanged` the second time.
  expect(await untilDone(count)).toMatchObject({
    status: 'completed',
    counts: { total: count, waiting: 0, done: count, unchanged: 0, refused: 0 },
  })
  for (const id of ids) {
    const { body } = await call(url, 'GET', `${releasesPath}/${id}`, { key })
    expect(body).toMatchObject({ label: 'Once', revision: 2 })
  }
})
