import { join } from 'node:path'
import { AppError } from '@spindle/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import type { Log } from '../../platform/logging/log.ts'
import { codeEnding } from '../../platform/process/code-files.ts'
import { type ChildCode, type ChildRunner, childRunner, findPackageFolder } from '../media/index.ts'
import { maxNotes } from './reader/notes.ts'
import { maxAllTerms, maxTerms, maxUnclear, noteCodes, type Reading, refusals } from './reader/reading.ts'
import { withOpenFile } from './with-open-file.ts'

/** Messages are read by a separate process in the sandbox of the media children, because they are untrusted too. */
export interface MessageReader {
  /** Rejects only for failures that the message did not cause. */
  read(message: Uint8Array): Promise<Reading>
  /** Ends running readings; they reject with `shutting_down`. */
  drain(): Promise<void>
}

/** 8 MiB of XML take a second; a message that takes longer was built to do so. */
const limits = { timeoutMs: 3_000, memoryMiB: 300, maxOutputBytes: 16 * 1024 ** 2 } as const

const folder = join(import.meta.dirname, 'reader')

let code: ChildCode | undefined

/** It may read its own sources and the parser, and no other file. */
function readerCode(): ChildCode {
  code ??= {
    entry: join(folder, `message-child${codeEnding}`),
    readable: [folder, findPackageFolder('libxml2-wasm', import.meta.filename)],
    addons: false,
  }
  return code
}

export interface MessageReaderOptions {
  readonly log: Log
  readonly children?: ChildRunner | undefined
}

export function messageReader({ log, children = childRunner() }: MessageReaderOptions): MessageReader {
  return {
    async read(message) {
      const end = await withOpenFile(message, (file) => children.run(readerCode, file.fd, limits))
      if (end.ended === 'stopped') throw new AppError('shutting_down')
      if (end.ended === 'unstarted') throw new AppError('overloaded', { cause: end.cause })
      const reading = end.ended === 'output' ? parseReading(end.bytes.toString('utf8')) : undefined
      if (reading) return reading
      const reason = end.ended === 'failed' ? end.reason : 'its output is not a valid result'
      log.warn('imports.reading_failed', { reason, stderr: end.ended === 'failed' ? end.stderr : '' })
      return {
        outcome: 'refused',
        code: 'xml_refused',
        detail: 'The message could not be read within the limits of the hub.',
        line: null,
      }
    },
    drain: () => children.stop(),
  }
}

const text = (maxLength: number) => ({ type: 'string', maxLength })
const textOrNull = (maxLength: number) => ({ type: ['string', 'null'], maxLength })
const list = (items: object, maxItems: number) => ({ type: 'array', items, maxItems })
const closed = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required: Object.keys(properties),
})
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })

const file = closed({
  path: textOrNull(1000),
  hash: orNull(
    closed({ algorithm: { enum: ['md5', 'sha1', 'sha256'] }, value: { type: 'string', pattern: '^[0-9a-f]{32,64}$' } }),
  ),
  size: orNull({ type: 'string', maxLength: 22, pattern: '^[0-9]+([.][0-9]+)?$' }),
  isProvided: { type: 'boolean' },
})
const territories = {
  type: 'object',
  additionalProperties: false,
  required: ['mode'],
  properties: { mode: { enum: ['worldwide', 'include', 'exclude'] }, codes: list(text(2), 400) },
}
const terms = list(
  closed({
    territories,
    start: textOrNull(30),
    end: textOrNull(30),
    models: list({ enum: ['subscription', 'ad_supported', 'paid', 'free'] }, 4),
    uses: list({ enum: ['stream', 'download', 'conditional_download', 'noninteractive_stream', 'ringtone', 'ugc'] }, 6),
    priceTier: textOrNull(50),
    isPreorder: { type: 'boolean' },
    claimPolicy: { enum: ['monetize', 'track', 'block', null] },
  }),
  maxTerms,
)
const place = { type: 'integer', minimum: 0, maximum: maxAllTerms }
/** Releases and tracks from the reader are validated like client input before they are stored. */
const members = { type: 'object' }

const seconds = { type: ['number', 'null'], minimum: 0, maximum: 1_000_000 }

const readingSchema = {
  anyOf: [
    closed({
      outcome: { const: 'refused' },
      code: { enum: refusals },
      detail: text(1000),
      line: { type: ['integer', 'null'], minimum: 0 },
    }),
    closed({
      outcome: { const: 'read' },
      message: closed({
        version: text(10),
        messageId: textOrNull(255),
        sender: closed({ id: textOrNull(40), name: textOrNull(200) }),
        createdAt: textOrNull(30),
        identity: closed({
          icpn: textOrNull(40),
          grid: textOrNull(40),
          proprietaryIds: list(closed({ namespace: text(120), value: text(255) }), 20),
        }),
        release: orNull(
          closed({
            members,
            tracks: list(closed({ members, file, seconds, isHidden: { type: 'boolean' }, offers: orNull(place) }), 500),
            cover: orNull(file),
            deals: list(terms, 501),
            offers: place,
            unclear: list(text(500), maxUnclear),
          }),
        ),
        isTakedown: { type: 'boolean' },
        notes: list(
          closed({
            code: { enum: noteCodes },
            message: text(500),
            path: text(500),
            line: { type: 'integer', minimum: 0 },
          }),
          maxNotes,
        ),
      }),
    }),
  ],
}

let compiled: ValidateFunction<Reading> | undefined

/** Undefined for anything except exactly a reading. */
export function parseReading(answer: string): Reading | undefined {
  compiled ??= new Ajv({ strict: false }).compile<Reading>(readingSchema)
  try {
    const value: unknown = JSON.parse(answer)
    return compiled(value) ? value : undefined
  } catch {
    return undefined
  }
}
