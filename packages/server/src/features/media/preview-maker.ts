import { open } from 'node:fs/promises'
import { AppError } from '@spindle/contract'
import type { Log } from '../../platform/logging/log.ts'
import { type ChildName, childCode } from './child/child-files.ts'
import { type ChildRunner, childRunner } from './child/child-runner.ts'
import type { ChildEnd } from './child/spawn-child.ts'
import { isWebp, type PackedSamples, parseJpeg, parseSamples } from './parse-preview.ts'
import { unchangedCover } from './unchanged-cover.ts'

/** What can be played or seen of a file. The file itself is only ever read in a separate process. */
export interface PreviewMaker {
  /** Where the samples of an AIFF lie. Throws `preview_unavailable` when they cannot be found. */
  locateSamples(path: string): Promise<PackedSamples>
  /** The picture as a WebP that fits into so many pixels. Throws `preview_unavailable` when it cannot be made. */
  shrinkPicture(path: string, pixels: number): Promise<Buffer>
  /**
   * The whole picture as a JPEG, or `unchangedCover` if stores accept it as it is. Throws `preview_unavailable` if it cannot be
   * made.
   */
  convertToJpeg(path: string): Promise<Buffer>
  /** Ends what runs; it rejects with `shutting_down`. */
  drain(): Promise<void>
}

/** A header is read at once; a picture of 40 MiB may take seconds. */
const limitsOf = {
  samples: { timeoutMs: 4_500, memoryMiB: 256, maxOutputBytes: 4 * 1024 },
  thumbnail: { timeoutMs: 10_000, memoryMiB: 256, maxOutputBytes: 2 * 1024 ** 2 },
  // What the analysis can read, and the JPEG beside it, which no store takes above 20 MB.
  cover: { timeoutMs: 20_000, memoryMiB: 300, maxOutputBytes: 24 * 1024 ** 2 },
} as const

export interface PreviewMakerOptions {
  readonly log: Log
  readonly children?: ChildRunner | undefined
}

export function previewMaker({ log, children = childRunner() }: PreviewMakerOptions): PreviewMaker {
  const run = async (name: ChildName & keyof typeof limitsOf, path: string, args: readonly string[] = []) => {
    const file = await open(path, 'r')
    try {
      const end = await children.run((bundle) => childCode(name, bundle), file.fd, { ...limitsOf[name], args })
      return { bytes: outputOf(end, log, name), fileBytes: (await file.stat()).size }
    } finally {
      await file.close()
    }
  }
  return {
    async locateSamples(path) {
      const { bytes, fileBytes } = await run('samples', path)
      return (
        parseSamples(bytes.toString('utf8'), fileBytes) ?? refuse(log, 'samples', 'its output is not a valid result')
      )
    },
    async shrinkPicture(path, pixels) {
      const { bytes } = await run('thumbnail', path, [String(pixels)])
      return isWebp(bytes) ? bytes : refuse(log, 'thumbnail', 'its output is not a WebP')
    },
    async convertToJpeg(path) {
      const { bytes } = await run('cover', path)
      if (parseJpeg(bytes) || bytes.equals(unchangedCover)) return bytes
      return refuse(log, 'cover', 'its output is not a JPEG')
    },
    drain: () => children.stop(),
  }
}

function outputOf(end: ChildEnd, log: Log, name: ChildName): Buffer {
  if (end.ended === 'output') return end.bytes
  if (end.ended === 'stopped') throw new AppError('shutting_down', { retryAfterSeconds: 1 })
  if (end.ended === 'unstarted') throw new AppError('overloaded', { cause: end.cause, retryAfterSeconds: 1 })
  return refuse(log, name, end.reason, end.stderr)
}

function refuse(log: Log, child: ChildName, reason: string, stderr = ''): never {
  log.warn('media.preview_failed', { child, reason, stderr })
  throw new AppError('preview_unavailable', { detail: 'The hub could not make a preview of this file.' })
}
