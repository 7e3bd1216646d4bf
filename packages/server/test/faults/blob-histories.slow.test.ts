import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Blobs } from '../../src/platform/blobs/blobs.ts'
import { diskBlobs } from '../../src/platform/blobs/disk/disk-blobs.ts'
import { s3Blobs } from '../../src/platform/blobs/s3/s3-blobs.ts'
import { runHistories } from '../harness/blob-history.ts'
import { atEnd } from '../harness/cleanup.ts'
import { type FakeS3, type Fault, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { countFromEnvironment, type Random, seedFromEnvironment } from '../harness/random.ts'

const count = countFromEnvironment('BLOB_HISTORIES', { usual: 25, soak: 500 })
const seed = seedFromEnvironment()
const root = await mkdtemp(join(tmpdir(), 'spindle-histories-'))
atEnd(() => rm(root, { recursive: true, force: true }))

const partBytes = 8
const scale = { count, seed, partBytes }
const timeout = 60_000 + count * 1_000

describe('what was acknowledged is there, whatever happens to processes and storage', () => {
  it('on the disk', { timeout }, async () => {
    const folder = join(root, 'disk')
    await runHistories('disk', { ...scale, open: () => () => diskBlobs(folder) })
  })

  it('in an object store that fails in between', { timeout }, async () => {
    const fake = await startFakeS3({ minPartBytes: partBytes, pageSize: 3 })
    const blobs = openS3(fake)
    const open = (own: Random) => {
      const faults = own.fork('faults')
      fake.faultOf = (operation) => (faults.chance(0.08) ? faults.pick(faultsOf(operation)) : undefined)
      return () => blobs
    }
    await runHistories('object store', { ...scale, open })
    await blobs.close()
    expect(fake.violations).toEqual([])
    expect(fake.objectNames()).toEqual([])
    expect(fake.uploadNames()).toEqual([])
  })
})

const faultsOf = (operation: string): readonly Fault[] =>
  operation === 'get' ? ['error', 'lost', 'cut'] : ['error', 'lost']

const openS3 = ({ options }: FakeS3): Blobs =>
  s3Blobs({
    ...options,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    retryDelaysMs: [0, 0],
    prefix: '',
    tempFolder: join(root, 'temp'),
    tempBytes: 1024 * 1024,
    partBytes,
  })
