import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { describeBlobs } from '../../../../test/harness/blobs-conformance.ts'
import { atStart, onDisk } from '../../../../test/harness/disk-blobs.ts'
import { idGenerator } from '../../values/ids.ts'
import { SyncError } from '../blobs.ts'
import { diskBlobs } from './disk-blobs.ts'

const ids = idGenerator({ now: () => Date.now() })
const root = await mkdtemp(join(tmpdir(), 'spindle-blobs-'))
afterAll(() => rm(root, { recursive: true }))

describeBlobs('the disk', async () => diskBlobs(join(root, 'conformance')))

const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('blobs on the disk', () => {
  it('leave nothing but the blob, readable by its owner alone', async () => {
    const folder = join(root, 'tidy')
    const blobs = diskBlobs(folder)
    const key = ids.make('upl')
    await (await blobs.openWriter(onDisk(key), atStart)).close()
    const writer = await blobs.openWriter(onDisk(key), { ...atStart, fence: 2 })
    await writer.write([Buffer.from('x')])
    await writer.finalise()
    expect(await filesBelow(folder)).toEqual([key])
    const shard = join(folder, 'complete', key.slice(-2))
    expect((await stat(join(shard, key))).mode & 0o777).toBe(0o600)
    expect((await stat(shard)).mode & 0o777).toBe(0o700)
  })

  it('are read with buffers no larger than what is asked for', async () => {
    const blobs = diskBlobs(join(root, 'buffers'))
    const key = ids.make('upl')
    const writer = await blobs.openWriter(onDisk(key), atStart)
    await writer.write([Buffer.alloc(1024 * 1024, 'x')])
    await writer.finalise()
    const bufferOf = async (bytes: number) => {
      const stream = await blobs.read(onDisk(key), { start: 1, end: bytes })
      expect((await buffer(stream)).length).toBe(bytes)
      return stream.readableHighWaterMark
    }
    expect(await bufferOf(20)).toBe(20)
    expect(await bufferOf(1_000_000)).toBe(262_144)
  })

  it('survive the removal of their folders', async () => {
    const folder = join(root, 'removed')
    const blobs = diskBlobs(folder)
    await blobs.finalise(onDisk(ids.make('upl')), 0)
    await rm(folder, { recursive: true })
    const key = ids.make('upl')
    await blobs.finalise(onDisk(key), 0)
    expect(await blobs.stat(onDisk(key))).toEqual({ state: 'complete', bytes: 0 })
  })

  it('do not follow a link in place of a file', async () => {
    const folder = join(root, 'links')
    const blobs = diskBlobs(folder)
    const key = ids.make('upl')
    const shard = key.slice(-2)
    await mkdir(join(folder, 'complete', shard), { recursive: true })
    await mkdir(join(folder, 'partial', shard), { recursive: true })
    await writeFile(join(root, 'secret'), 'secret')
    await symlink(join(root, 'secret'), join(folder, 'complete', shard, key))
    await expect(blobs.read(onDisk(key))).rejects.toMatchObject({ code: 'storage_unavailable' })
    await symlink(join(root, 'new'), join(folder, 'partial', shard, `${key}.0000000000000000.0000000000000001`))
    await expect(blobs.openWriter(onDisk(key), atStart)).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('report that the storage cannot be used until its disk is available', async () => {
    await symlink(join(root, 'disk'), join(root, 'mounted'))
    const blobs = diskBlobs(join(root, 'mounted', 'inside'))
    await expect(blobs.check()).rejects.toMatchObject({ code: 'storage_unavailable' })
    await mkdir(join(root, 'disk'))
    expect(await blobs.check()).toBeUndefined()
  })

  it('work again after a sync that failed: nothing relies on it, and the disk stores what it is given', async () => {
    const folder = join(root, 'failed-sync')
    const blobs = diskBlobs(folder)
    expect(await blobs.check()).toBeUndefined()
    const writer = await blobs.openWriter(onDisk(ids.make('upl')), atStart)
    await writer.write([Buffer.from('bytes')])
    // The folder whose entry should become durable was deleted.
    await rm(join(folder, 'partial'), { recursive: true })
    await expect(writer.sync('all')).rejects.toThrow(SyncError)
    await writer.close()
    expect(await blobs.check()).toBeUndefined()
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    // The result of the last probe is dropped after a failed sync.
    await expect(diskBlobs(folder).check()).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('report that the storage cannot be used if a file has the name of its folder', async () => {
    await writeFile(join(root, 'file'), '')
    const blobs = diskBlobs(join(root, 'file'))
    await expect(blobs.check()).rejects.toMatchObject({ code: 'storage_unavailable' })
    await expect(blobs.finalise(onDisk(ids.make('upl')), 0)).rejects.toMatchObject({ code: 'storage_unavailable' })
  })
})
