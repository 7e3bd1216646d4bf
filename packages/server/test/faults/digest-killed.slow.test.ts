import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { call } from '../harness/api-client.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { endHubProcess, startHubProcess } from '../harness/hub-process.ts'
import { masterWav } from '../harness/submittable.ts'
import { patchType, sha256, uploadsPath } from '../harness/uploads.ts'
import { openAccount } from './database-restart/open-account.ts'

const half = 8 * 1024 ** 2

it('a large file whose hub is killed in its middle and right after its last byte becomes ready with its digest', async () => {
  const master = masterWav(1, 200)
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-digest-'))
  const port = await freePort()
  const start = () => startHubProcess({ dataDir, port })
  let hub = await start()
  try {
    const { key } = await openAccount(hub, dataDir)
    const tus = { 'x-api-key': key, 'tus-resumable': '1.0.0' }
    const metadata = `filename ${btoa('m.wav')},sha256 ${btoa(sha256(master))}`
    const created = await fetch(`${hub.url}${uploadsPath}`, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(master.length), 'upload-metadata': metadata },
    })
    const path = new URL(created.headers.get('location') ?? '').pathname
    const patch = (offset: number, bytes: Buffer) =>
      fetch(hub.url + path, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': patchType },
        body: new Uint8Array(bytes),
      })
    expect((await patch(0, master.subarray(0, half))).status).toBe(204)
    await hub.kill()
    hub = await start()
    expect((await patch(half, master.subarray(half))).status).toBe(204)
    await hub.kill()
    hub = await start()
    const read = async () => (await call(hub.url, 'GET', path, { headers: { 'x-api-key': key } })).body
    const ended = await eventually(
      async () => {
        const upload = await read()
        return ['ready', 'rejected'].includes(upload.status) && upload
      },
      { what: 'the end of the analysis' },
    )
    expect(ended).toMatchObject({ status: 'ready', sha256: sha256(master), offset: master.length })
  } finally {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
})
