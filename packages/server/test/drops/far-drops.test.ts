import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { s3Transport } from '../../src/features/interchange/transports/s3-transport.ts'
import { delivery, emptyFolder, filesIn, layBatch, openDropHub } from '../harness/drop-folder.ts'
import { startFakeS3 } from '../harness/object-store/fake-s3.ts'

/** Packages that are taken from other machines. */

const environment = { SPINDLE_SECRET: 's'.repeat(32) }
const batch = '20261120100000123'

describe('a bucket that packages are taken from', () => {
  it('gives each of them once, and has a report beside them', async () => {
    const s3 = await startFakeS3({ pageSize: 3 })
    const drop = await openDropHub({ environment })
    const place = { ...s3.options, prefix: 'inbox/', accessKeyId: 'key' }
    const store = s3Transport(place, 'secret')
    const folder = await emptyFolder()
    await layBatch(folder, batch, [await delivery(5), await delivery(6)])
    const files = await filesIn(folder)
    // The end mark last.
    for (const path of files.toSorted((one) => (one.includes('BatchComplete') ? 1 : -1)))
      await store.putStream(path, Readable.from([await readFile(join(folder, path))]), new AbortController().signal)
    await store.close()
    await drop.addDrop('bucket', { kind: 's3', place, secret: 'secret' }, { afterwards: 'report' })
    await drop.lookUntilQuiet('bucket')
    await drop.look('bucket')
    await drop.look('bucket')
    expect(await drop.imports('bucket')).toMatchObject([
      { status: 'created', messageId: 'D5', drop: { id: 'bucket' } },
      { status: 'created', messageId: 'D6' },
    ])
    expect(
      s3
        .objectNames()
        .filter((name) => name.startsWith('inbox/'))
        .toSorted(),
    ).toEqual([...files.map((path) => `inbox/${path}`), `inbox/done/${batch}.json`].toSorted())
    const steps = await drop.hub.hub.drops.test('bucket')
    expect(steps?.slice(0, 3)).toEqual([
      { step: 'connect', found: 'bucket bucket', problem: undefined },
      { step: 'list it', found: '1 packages with 7 files', problem: undefined },
      { step: 'read from a file', found: undefined, problem: undefined },
    ])
  })
})
