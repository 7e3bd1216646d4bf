import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Whether a disk stores bytes, tested by storing some: the number of free bytes does not show a quota, missing inodes,
 * a read-only file system, or a failing fsync. Tests at most once in two seconds, and again after a failed fsync.
 */
export interface DiskProbe {
  /** Rejects with the error of the disk. */
  check(): Promise<void>
  /** Discards the result of the last probe. */
  forget(): void
}

const freshMs = 2_000
const probe = Buffer.alloc(4_096)

export function diskProbe(root: string): DiskProbe {
  const path = join(root, `probe-${randomUUID()}`)
  let last: { readonly at: number; readonly end: Promise<void> } | undefined
  return {
    check() {
      if (!last || performance.now() - last.at > freshMs) last = { at: performance.now(), end: writeProbe(path) }
      return last.end
    },
    forget: () => {
      last = undefined
    },
  }
}

async function writeProbe(path: string): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(probe)
    await handle.sync()
  } finally {
    await handle.close()
    await unlink(path)
  }
}
