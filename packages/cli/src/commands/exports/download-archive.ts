import { createWriteStream } from 'node:fs'
import { stat, truncate } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Spindle, SpindleError } from '@spindle/client'
import type { CommandContext } from '../../command-line/command-context.ts'
import { formatBytes } from '../../output/format-units.ts'

/** The bytes of an archive into a file, from where the file ends; an interrupted download is resumed. */

interface Wanted {
  readonly exportId: string
  readonly path: string
  readonly size: number
}

/** In a row, without a byte in between. */
const maxFailures = 6
const firstPauseMs = 500

export async function downloadArchive(context: CommandContext, client: Spindle, wanted: Wanted): Promise<void> {
  const { out, signal } = context
  const tell = progressOf(context, wanted.size)
  let failures = 0
  for (;;) {
    const before = (await stat(wanted.path)).size
    if (before > wanted.size) await truncate(wanted.path)
    else if (before === wanted.size) return
    try {
      await append(client, wanted, { start: before, signal, tell })
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error
      const hasMoved = (await stat(wanted.path)).size > before
      failures = hasMoved ? 1 : failures + 1
      if (failures >= maxFailures) throw error
      out.say('The connection was lost. Resuming the download.')
      await sleep(firstPauseMs * 2 ** (failures - 1), undefined, { signal })
    }
  }
}

interface Appending {
  readonly start: number
  readonly signal: AbortSignal
  tell(position: number): void
}

async function append(
  { exports }: Spindle,
  { exportId, path, size }: Wanted,
  { start, signal, tell }: Appending,
): Promise<void> {
  const { body } = await exports.download(exportId, { range: { start, end: size - 1 }, signal })
  if (!body) return
  let position = start
  const bytes = Readable.from(
    (async function* () {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        position += chunk.length
        tell(position)
        yield chunk
      }
    })(),
  )
  await pipeline(bytes, createWriteStream(path, { flags: 'a', highWaterMark: 1024 ** 2 }), { signal })
}

/** Errors that another attempt would get again. A connection lost while the body is read is not an error of the hub. */
const isFinal = (error: unknown): boolean =>
  (error instanceof SpindleError && error.status !== undefined && error.status < 500 && error.status !== 429) ||
  (error as NodeJS.ErrnoException).code === 'ENOSPC'

/** A line for each tenth. */
function progressOf({ out }: CommandContext, size: number): (position: number) => void {
  let said = 0
  return (position) => {
    const tenths = Math.floor((position * 10) / size)
    if (tenths <= said) return
    said = tenths
    out.say(`${formatBytes(position)} of ${formatBytes(size)}`)
  }
}
