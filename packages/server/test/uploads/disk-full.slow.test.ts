import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { canMount } from '../harness/small-disk.ts'
import { sha256, startUploadHub, testBytes, type UploadClient } from '../harness/uploads.ts'

const run = promisify(execFile)

describe.skipIf(!(await canMount()))('a full disk', () => {
  let client: UploadClient
  let folder: string
  beforeAll(async () => {
    client = await startUploadHub({ environment: { SPINDLE_DISK_RESERVE_BYTES: '0' } })
    folder = join(client.hub.dataDir, 'uploads')
    await mkdir(folder, { recursive: true })
    await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder])
    atEnd(() => run('umount', ['-l', folder]))
  })

  const readiness = async () => {
    const answer = await client.hub.request('/readyz')
    const { status, checks } = (await answer.json()) as { status: string; checks: Record<string, string> }
    return [answer.status, status, checks.uploads]
  }

  it('answers 507, keeps what is durable, and continues when there is room', async () => {
    const bytes = testBytes(6_000_000)
    const path = await client.begin(bytes.length)
    await writeFile(join(folder, 'filler'), Buffer.alloc(5_000_000))
    const refused = await client.patch(path, 0, bytes)
    expect(refused.status).toBe(507)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ error: 'storage_full' })
    // Some bytes of the disk are left, but not enough for a file.
    await writeFile(join(folder, 'rest'), Buffer.alloc(4_000_000)).catch(() => {})
    expect(await readiness()).toEqual([200, 'degraded', 'full'])
    // Periodically, not only because a request has just failed.
    const isFull = () =>
      client.hub.hub.uploads.check().then(
        () => undefined,
        ({ code }: { code?: string }) => code === 'storage_full',
      )
    await eventually(isFull, { what: 'the disk to be found full' })
    await rm(join(folder, 'rest'))
    const offset = await client.offset(path)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThan(4_000_000)
    expect((await client.hub.json('GET', path, { key: client.key })).body.offset).toBe(offset)
    await rm(join(folder, 'filler'))
    const isReady = async () => (await readiness())[1] === 'ready'
    await eventually(isReady, { what: 'the node to be ready' })
    expect((await client.patch(path, offset, bytes.subarray(offset))).status).toBe(204)
    const { body } = await client.hub.json('GET', path, { key: client.key })
    expect(body).toMatchObject({ status: 'received', sha256: sha256(bytes) })
    await client.hub.json('DELETE', path, { key: client.key })
  })

  it('answers 507 when nothing can be created, and 204 afterwards', async () => {
    const path = await client.begin(10)
    await run('mount', ['-o', 'remount,nr_inodes=1', folder]).catch(() => {})
    await run('mount', ['-o', `remount,nr_inodes=${(await countInodes(folder)) + 1}`, folder])
    expect((await client.patch(path, 0, testBytes(10))).status).toBe(507)
    await run('mount', ['-o', 'remount,nr_inodes=1000', folder])
    expect((await client.patch(path, 0, testBytes(10))).status).toBe(204)
  })
})

const countInodes = async (folder: string): Promise<number> => (await readdir(folder, { recursive: true })).length
