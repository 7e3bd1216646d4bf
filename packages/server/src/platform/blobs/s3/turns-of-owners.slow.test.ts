import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../../../../test/harness/cleanup.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { startFakeS3 } from '../../../../test/harness/object-store/fake-s3.ts'
import { idGenerator } from '../../values/ids.ts'
import type { BlobWriter } from '../blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

const ids = idGenerator({ now: () => Date.now() })
const mebibyte = 1024 ** 2

it.each([
  { parts: 1, operation: 'put' },
  { parts: 2, operation: 'part' },
])('what one account writes is sent before the backlog of another: $parts of 1 MiB', async ({ parts, operation }) => {
  const tempFolder = await mkdtemp(join(tmpdir(), 'spindle-s3-'))
  const fake = await startFakeS3()
  const blobs = s3Blobs({
    ...fake.options,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    retryDelaysMs: [1, 1, 1],
    prefix: 'hub/',
    tempFolder,
    tempBytes: 1024 * mebibyte,
    partBytes: mebibyte,
  })
  atEnd(async () => {
    await blobs.close()
    await rm(tempFolder, { recursive: true })
  })
  const bytes = Buffer.alloc(parts * mebibyte)
  const write = async (owner: string): Promise<BlobWriter> => {
    const start = { offset: 0, fence: 1, size: bytes.length, owner }
    const writer = await blobs.openWriter({ key: ids.make('upl'), receipt: null }, start)
    await writer.write([bytes])
    return writer
  }
  const writeBacklog = (count: number) => Promise.all(Array.from({ length: count }, () => write('acc_1')))
  const finalise = (writers: readonly BlobWriter[]) => Promise.all(writers.map((writer) => writer.finalise()))

  // All places except one stay in use.
  let toHold = 15
  fake.faultOf = (asked) => (asked === operation && toHold-- > 0 ? 'silent' : undefined)
  const held = finalise(await writeBacklog(toHold))
  await eventually(async () => toHold <= 0 || undefined, { what: 'the places to be taken' })
  const writers = await writeBacklog(35)
  const other = await write('acc_2')
  const backlog = finalise(writers)
  await other.finalise()
  expect(fake.written.length).toBeLessThan(30)
  fake.hangUp()
  await Promise.all([held, backlog])
  expect(fake.written.length).toBe(51)
})
