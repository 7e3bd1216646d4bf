import { constants } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError, requireOption, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { hashFile } from '../../files/hash-file.ts'
import { formatBytes } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { audio } from './play-commands.ts'
import { type AudioSource, type Master, readAudio } from './read-audio.ts'

/** A file under its final name is complete and has the hub's SHA-256; until then its name ends with `.part`. */

export const downloadAudio: CommandHandler<typeof audio> = async (context, { trackId, format, force, ...given }) => {
  const output = requireOption(given.output, '--output', '--output track.wav')
  const { integration } = await context.client()
  const source: AudioSource = { integration, trackId, format, signal: context.signal }
  if (output === '-') {
    await context.out.stream(readAudio(source, { start: 0, onMaster: () => {} }))
    return undefined
  }
  const path = resolve(context.cwd, output)
  if (!force && (await findSize(path)) !== undefined)
    throw new UsageError(`${output} already exists`, 'Choose another name, or add --force to replace it.')
  const { sizeBytes, sha256 } = await downloadFile(context, source, path)
  context.out.result({ path, size: sizeBytes, sha256 }, () => [
    sanitizeText(`${output}  ${formatBytes(sizeBytes)}  SHA-256 ${sha256}`),
  ])
  return undefined
}

interface Fetched {
  readonly sizeBytes: number
  readonly sha256: string
}

async function downloadFile({ out }: CommandContext, source: AudioSource, path: string): Promise<Fetched> {
  const part = `${path}.part`
  // Only a master has a digest that shows whether an existing file was the beginning of it.
  const known = source.format === undefined ? await findSize(part) : undefined
  for (let start = known ?? 0; ; start = 0) {
    if (start > 0) out.say(`Continuing at ${formatBytes(start)}.`)
    const master = await append(source, part, start)
    const fetched = { sizeBytes: (await findSize(part)) ?? 0, sha256: await hashFile(part, source.signal) }
    if (master.sha256 === undefined || master.sha256 === fetched.sha256) {
      await rename(part, path)
      return fetched
    }
    await rm(part)
    // The existing file was the beginning of another one.
    if (start === 0)
      throw new CommandError('The download is damaged: its SHA-256 differs from that of the hub. It was deleted', {
        code: 'checksum_mismatch',
        fix: 'Run the same command again.',
      })
  }
}

const { O_CREAT, O_NOFOLLOW, O_RDWR, O_TRUNC, O_WRONLY } = constants
/** In a shared folder a link could lead to a file of this user; Windows does not have the flag. */
const noLinks = (O_NOFOLLOW as number | undefined) ?? 0

async function append(source: AudioSource, part: string, start: number): Promise<Master> {
  const file = await open(part, (start === 0 ? O_WRONLY | O_CREAT | O_TRUNC : O_RDWR) | noLinks)
  let master: Master = { etag: null, sha256: undefined }
  const remember = (found: Master): void => {
    master = found
  }
  try {
    // The last byte once more: a range after the end is refused, and the file may be whole already.
    let position = Math.max(0, start - 1)
    const chunks = readAudio(source, { start: position, onMaster: remember })
    for await (const chunk of chunks) {
      await file.write(chunk, 0, chunk.byteLength, position)
      position += chunk.byteLength
    }
    await file.truncate(position)
    await file.sync()
  } finally {
    await file.close()
  }
  return master
}

async function findSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
