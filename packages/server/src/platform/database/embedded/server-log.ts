import { closeSync, openSync } from 'node:fs'
import { copyFile, open, stat, truncate } from 'node:fs/promises'

/**
 * PostgreSQL writes to one file, `postgres.log` in the data directory. The file and its predecessor have a limited
 * size.
 */

const maxLogBytes = 10_000_000
const checkEveryMs = 60_000

/** The log file of the server. */
export interface ServerLog {
  readonly path: string
  /** Opened for appending, so that the file can be truncated while the server writes. */
  readonly fd: number
  /** What was written since `mark`; only the end of it if it is long. */
  readSinceMark(): Promise<string>
  mark(): Promise<void>
  close(): void
}

/** Opens the log file for appending (0600) and limits its size while it is open. */
export async function openServerLog(path: string): Promise<ServerLog> {
  const fd = openSync(path, 'a', 0o600)
  // A predecessor that cannot be replaced (another owner) must not prevent the start.
  await cutWhenLong(path).catch(() => undefined)
  const timer = setInterval(() => void cutWhenLong(path).catch(() => undefined), checkEveryMs)
  timer.unref()
  let markBytes = 0
  return {
    path,
    fd,
    mark: async () => {
      markBytes = (await stat(path)).size
    },
    readSinceMark: () => readEnd(path, markBytes),
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}

/** Copies, then truncates: the server keeps writing into the same file, so renaming would not help. */
export async function cutWhenLong(path: string, maxBytes = maxLogBytes): Promise<void> {
  if ((await stat(path)).size <= maxBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path, 0)
}

async function readEnd(path: string, fromBytes: number): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(Math.min(fromBytes, size), size - 65_536)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
