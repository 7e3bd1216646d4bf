import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { isMissing } from '../../../../test/harness/programs.ts'

/** The order of system calls that survives a power loss, as the kernel sees it. */

const folder = await mkdtemp(join(tmpdir(), 'spindle-order-'))
afterAll(() => rm(folder, { recursive: true }))

const program = `
import { diskBlobs } from ${JSON.stringify(join(import.meta.dirname, 'disk-blobs.ts'))}
const blobs = diskBlobs(${JSON.stringify(join(folder, 'data'))})
const writer = await blobs.openWriter(
  { key: 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB', receipt: null },
  { offset: 0, fence: 1, size: null },
)
await writer.write([Buffer.from('bytes')])
await writer.sync('all')
await writer.finalise()
`

it.skipIf(isMissing('strace', '-o', '/dev/null', 'true'))(
  'bytes, then their name, then the final name: each is synced before the next',
  async () => {
    const script = join(folder, 'program.ts')
    const trace = join(folder, 'trace')
    await writeFile(script, program)
    await promisify(execFile)('strace', [
      ...['-f', '-y', '-o', trace, '-e', 'trace=pwrite64,pwritev,fsync,fdatasync,rename,renameat,renameat2,mkdir'],
      ...[process.execPath, script],
    ])
    const calls = (await readFile(trace, 'utf8')).split('\n').flatMap((line) => {
      const call = /^\d+ +(\w+)\((.*)\) += \d/.exec(line.replaceAll(folder, ''))
      return call && line.includes(folder) ? [`${call[1]} ${call[2]}`] : []
    })
    const short = calls.map((call) =>
      call
        .replace(/upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB/g, 'KEY')
        .replace(/\.0{16}\.0{15}1/g, '.SEGMENT')
        .replace(/\d+<([^>]*)>.*/, '$1')
        .replace(/^(rename|renameat2?) .*?"([^"]+)".*"([^"]+)".*/, 'rename $2 $3')
        .replace(/^mkdir "([^"]+)".*/, 'mkdir $1'),
    )
    expect(short).toEqual([
      'mkdir /data',
      'fsync ',
      'mkdir /data/partial',
      'fsync /data',
      'mkdir /data/partial/YB',
      'fsync /data/partial',
      'pwrite64 /data/partial/YB/KEY.SEGMENT',
      'fdatasync /data/partial/YB/KEY.SEGMENT',
      'fsync /data/partial/YB',
      'fsync /data/partial/YB/KEY.SEGMENT',
      'mkdir /data/complete',
      'fsync /data',
      'mkdir /data/complete/YB',
      'fsync /data/complete',
      'rename /data/partial/YB/KEY.SEGMENT /data/complete/YB/KEY',
      'fsync /data/complete/YB',
      'fsync /data/partial/YB',
    ])
  },
)
