import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { atEnd } from '../../../test/harness/cleanup.ts'
import { collect } from '../../../test/harness/collect.ts'
import { startFakeS3 } from '../../../test/harness/object-store/fake-s3.ts'
import { itStoresObjects } from '../../../test/harness/objects-conformance.ts'
import { diskObjects } from './disk/disk-objects.ts'
import { s3Objects } from './s3/s3-objects.ts'

const folder = await mkdtemp(join(tmpdir(), 'spindle-objects-'))
afterAll(() => rm(folder, { recursive: true }))
itStoresObjects('a disk', diskObjects(join(folder, 'a', 'b')))

const fake = await startFakeS3({ pageSize: 1 })
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
const bucket = s3Objects({ ...fake.options, credentials, retryDelaysMs: [1, 1], prefix: 'hub/plays/' })
atEnd(() => bucket.close())
itStoresObjects('a bucket', bucket)

it('does not list what a crash left of a file', async () => {
  const objects = diskObjects(folder)
  await objects.put('in/a', Buffer.from('a'))
  await writeFile(join(folder, 'in', '.draft-5'), 'half')
  expect(await collect(objects.list('in/'))).toEqual(['in/a'])
})
