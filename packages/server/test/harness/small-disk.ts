import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atEnd } from './cleanup.ts'

/** Small disks: file systems in memory, which only some users may mount. */

const run = promisify(execFile)

export async function canMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-mount-'))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (isMounted) await run('umount', [folder])
  await rm(folder, { recursive: true })
  return isMounted
}

export async function mountSmallDisk(size: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-small-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  atEnd(async () => {
    await run('umount', ['-l', folder])
    await rm(folder, { recursive: true })
  })
  return folder
}
