import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { digestUploads, forgetPartialBytes, renewArrivedUploads } from '../../src/features/uploads/index.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { onDisk } from '../harness/disk-blobs.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { masterWav } from '../harness/submittable.ts'
import { createUploadClient, sha256, testBytes, type UploadClient } from '../harness/uploads.ts'

/**
 * A large file that no process received completely: the last request reads nothing again, and a job computes the
 * digest.
 */

const mebibyte = 1024 ** 2
const environment = { SPINDLE_SECRET: 's'.repeat(40), SPINDLE_PUBLIC_URL: 'https://hub.example' }
// 200 s: more than 16 MiB.
const master = masterWav(1, 200)

describe('a large file that another node finishes', () => {
  let one: TestHub
  let atOne: UploadClient
  let atOther: UploadClient
  beforeAll(async () => {
    one = await startTestHub({ role: 'api', environment, overrides: { openDatabase: await createTestDatabase() } })
    const other = await startSecondNode(one, { role: 'api', environment })
    const key = await (await createTestAccount(one)).key()
    atOne = createUploadClient(one, key)
    atOther = createUploadClient(other, key)
  })

  /** Half at one node, half at the other; returns its path. */
  const sendByBoth = async (bytes: Buffer, digest?: string, kind = 'audio'): Promise<string> => {
    const announced = digest === undefined ? '' : `,sha256 ${btoa(digest)}`
    const path = await atOne.begin(bytes.length, `filename ${btoa('m.wav')},kind ${btoa(kind)}${announced}`)
    expect((await atOne.patch(path, 0, bytes.subarray(0, mebibyte))).status).toBe(204)
    const last = await atOther.patch(path, mebibyte, bytes.subarray(mebibyte))
    expect(last.status).toBe(204)
    expect(last.headers.get('upload-offset')).toBe(String(bytes.length))
    return path
  }
  const read = async (path: string) => (await one.json('GET', path, { key: atOne.key })).body
  const idOf = (path: string) => path.split('/').at(-1) as `upl_${string}`
  it('is received without a digest, gets it by the job, and is ready', async () => {
    const path = await sendByBoth(master, sha256(master))
    expect(await read(path)).toMatchObject({ status: 'received', sha256: null, offset: master.length })
    expect(await atOne.offset(path)).toBe(master.length)
    const worker = await startSecondNode(one, { role: 'worker', environment })
    expect(await atOne.waitFor(path, 'ready', 'rejected')).toMatchObject({ status: 'ready', sha256: sha256(master) })
    await worker.hub.close()
    // What was analysed before is not received again, and may not lose what `ready` promises.
    await expect(
      one.opened.database.system.execute('update uploads set sha256 = null where id = $1', [idOf(path)]),
    ).rejects.toThrow(/uploads_digested/)
  })

  it('is ready with its digest when it is a report, which is not analysed', async () => {
    const bytes = Buffer.alloc(17 * mebibyte, 'ZZABC2600001,7\n')
    const path = await sendByBoth(bytes, sha256(bytes), 'report')
    expect(await read(path)).toMatchObject({ status: 'received', sha256: null })
    const worker = await startSecondNode(one, { role: 'worker', environment })
    expect(await atOne.waitFor(path, 'ready', 'rejected')).toMatchObject({
      status: 'ready',
      sha256: sha256(bytes),
      technical: null,
      findings: [],
    })
    await worker.hub.close()
  })

  it('is rejected by the job when it is not what was announced, and leaves no bytes', async () => {
    const path = await sendByBoth(master, 'ab'.repeat(32))
    expect(await read(path)).toMatchObject({ status: 'received', sha256: null })
    const worker = await startSecondNode(one, { role: 'worker', environment })
    const rejected = await atOne.waitFor(path, 'ready', 'rejected')
    expect(rejected).toMatchObject({
      status: 'rejected',
      sha256: null,
      findings: [{ code: 'checksum_mismatch', severity: 'error' }],
    })
    expect(JSON.stringify(rejected.findings)).toContain(sha256(master))
    const blobs = diskBlobs(join(one.dataDir, 'uploads'))
    await eventually(async () => (await blobs.stat(onDisk(idOf(path)))) === undefined, { what: 'the bytes to be gone' })
    await worker.hub.close()
    expect((await atOne.head(path)).status).toBe(410)
    const again = await atOne.patch(path, master.length, testBytes(0))
    expect(await again.json()).toMatchObject({
      error: 'upload_gone',
      detail: 'The upload was rejected and its data was removed. Start a new one.',
    })
  })

  it('has its digest before a copy is made of the hub; what is not what was announced stays without', async () => {
    const [good, bad] = [await sendByBoth(master), await sendByBoth(master, 'ab'.repeat(32))]
    const blobs = diskBlobs(join(one.dataDir, 'uploads'))
    await digestUploads({ database: one.opened.database, blobs })
    expect(await read(good)).toMatchObject({ status: 'received', sha256: sha256(master) })
    expect(await read(bad)).toMatchObject({ status: 'received', sha256: null })
  })

  it('starts again at 0 in a copy that was made before its digest was known', async () => {
    const path = await sendByBoth(master)
    const { database } = one.opened
    await expect(
      database.transaction(async (trx) => {
        await trx.execute('create temporary table arrived_uploads (like uploads) on commit drop')
        await trx.execute('insert into arrived_uploads select * from uploads where id = $1', [idOf(path)])
        await renewArrivedUploads(trx)
        await forgetPartialBytes(trx)
        for (const table of ['arrived_uploads', 'uploads'])
          expect(
            await trx.rows(`select status, received_bytes as bytes from ${table} where id = $1`, [idOf(path)]),
          ).toEqual([{ status: 'awaiting_data', bytes: 0 }])
        throw new Error('only a trial')
      }),
    ).rejects.toThrow('only a trial')
  })
})
