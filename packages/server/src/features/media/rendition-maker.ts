import { open } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { Log } from '../../platform/logging/log.ts'
import { childCode } from './child/child-files.ts'
import { type ChildRunner, childRunner } from './child/child-runner.ts'
import type { ChildEnd, TakeOutput } from './child/spawn-child.ts'
import { type Mp3Form, mp3Frames } from './mp3-frames.ts'

/** Compressed copies of masters. The master is only ever read in a separate process. */
export interface RenditionMaker {
  /**
   * Encodes a file. `keep` gets the MP3 while it is made; the stream ends only if all of it is good, so `keep` must drop
   * what it has if the stream fails. Throws `NoRenditionError` for a file that would fail again.
   */
  encodeMp3(master: Master, keep: (mp3: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void>
  /** Ends what runs; it rejects with `shutting_down`. */
  drain(): Promise<void>
}

export interface Master {
  readonly path: string
  readonly durationMs: number
  /** Hz. */
  readonly sampleRate: number
  /** Of the MP3, in kbit/s. */
  readonly bitRate: number
}

/** The file cannot be encoded, however often it is tried. */
export class NoRenditionError extends Error {
  constructor(reason: string) {
    super(`The file could not be encoded: ${reason}`)
    this.name = 'NoRenditionError'
  }
}

export interface RenditionMakerOptions {
  readonly log: Log
  readonly children?: ChildRunner | undefined
}

const memoryMiB = 256
/** A core of 2020 needs a twentieth of the playing time. */
const timeFor = (durationMs: number): number => 20_000 + durationMs / 2
/** The encoder adds up to three frames. */
const bytesFor = ({ durationMs, bitRate }: Master): number => Math.ceil(((durationMs + 1_000) * bitRate) / 8)

/** Multiples keep their family, so the conversion is short. */
const outputRateOf = (sampleRate: number): number => (sampleRate % 11_025 === 0 ? 44_100 : 48_000)

export function renditionMaker({ log, children = childRunner() }: RenditionMakerOptions): RenditionMaker {
  return {
    async encodeMp3(master, keep) {
      const file = await open(master.path, 'r')
      const form: Mp3Form = { bitRate: master.bitRate, sampleRate: outputRateOf(master.sampleRate) }
      const output = checkedOutput(form)
      const kept = keep(output.stream).catch((error: unknown) => {
        output.stream.destroy()
        return { error }
      })
      const limits = {
        timeoutMs: Math.round(timeFor(master.durationMs)),
        memoryMiB,
        maxOutputBytes: bytesFor(master),
        args: [String(form.bitRate), String(form.sampleRate)],
        niceness,
      }
      try {
        const end = await children.stream((bundle) => childCode('rendition', bundle), [file.fd], limits, output.take)
        requireOutput(end, output, log)
        output.stream.end()
      } catch (error) {
        // The reader ends the stream if it cannot keep it, and says why.
        const isReadersFault = output.stream.destroyed
        output.stream.destroy(error instanceof Error ? error : new Error(String(error)))
        const failure = await kept
        throw isReadersFault && failure ? failure.error : error
      } finally {
        await file.close()
      }
      const failure = await kept
      if (failure) throw failure.error
    },
    drain: () => children.stop(),
  }
}

/** Requests and analyses come first. */
const niceness = 15

interface CheckedOutput {
  readonly stream: PassThrough
  readonly take: TakeOutput
  readonly isGood: () => boolean
}

function checkedOutput(form: Mp3Form): CheckedOutput {
  const stream = new PassThrough()
  // Its reader may have ended before it fails.
  stream.on('error', () => undefined)
  const frames = mp3Frames(form)
  let isGood = true
  return {
    stream,
    async take(piece) {
      isGood &&= frames.add(piece)
      if (!isGood) throw new NoRenditionError('its output is not an MP3')
      if (stream.destroyed) throw new Error('The MP3 was not kept')
      if (!stream.write(piece)) await drained(stream)
    },
    isGood: () => isGood && frames.isWhole,
  }
}

const drained = (stream: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      stream.off('drain', end)
      stream.off('close', end)
      resolve()
    }
    stream.once('drain', end)
    stream.once('close', end)
  })

function requireOutput(end: ChildEnd, output: CheckedOutput, log: Log): void {
  if (end.ended === 'stopped') throw new AppError('shutting_down', { retryAfterSeconds: 1 })
  if (end.ended === 'unstarted') throw new AppError('overloaded', { cause: end.cause, retryAfterSeconds: 1 })
  if (end.ended === 'output' && output.isGood()) return
  const reason = end.ended === 'failed' ? end.reason : 'its output is not an MP3'
  log.warn('media.rendition_failed', { reason, stderr: end.ended === 'failed' ? end.stderr : '' })
  throw new NoRenditionError(reason)
}
