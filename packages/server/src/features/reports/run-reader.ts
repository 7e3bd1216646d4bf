import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@spindle/contract'
import type { Log } from '../../platform/logging/log.ts'
import { codeEnding } from '../../platform/process/code-files.ts'
import { type ChildCode, type ChildRunner, contractFolders, findPackageFolder } from '../media/index.ts'
import { refuse } from './reading/report-problem.ts'

/** Runs the child process that reads tables and messages, in the sandbox of the media children. */

export interface OpenFile {
  readonly name: string
  readonly handle: FileHandle
}

export const maxNameLength = 200

/** Four gigabytes of lines take minutes; a file that takes longer was built to do so. */
export const readerLimits = { timeoutMs: 600_000, memoryMiB: 256, maxOutputBytes: 16 * 1024 ** 3 } as const
/** The child sends few lines at a time. */
const maxAnswerBytes = 2 * 1024 ** 2

const folder = join(import.meta.dirname, 'reading')
const calendar = join(import.meta.dirname, `../../platform/values/calendar${codeEnding}`)

let code: ChildCode | undefined

/** The libraries that split tables, and open archives and workbooks. */
function readers(): string[] {
  const own = ['csv-parse', '@e965/xlsx', 'yauzl'].map((name) => findPackageFolder(name, import.meta.filename))
  const [, , yauzl = ''] = own
  return [...own, findPackageFolder('pend', join(yauzl, 'package.json'))]
}

/** It may read its own sources and their imports, and no other file. */
function readerCode(): ChildCode {
  code ??= {
    entry: join(folder, `report-child${codeEnding}`),
    readable: [folder, calendar, ...contractFolders(), ...readers()],
    addons: false,
  }
  return code
}

/** The output of the child is not in the format of our child. */
export class Unbelievable extends Error {}

export interface ChildOptions {
  readonly log: Log
  readonly children: ChildRunner
}

interface Reading {
  readonly files: readonly OpenFile[]
  readonly task: object
  readonly limits?:
    | typeof readerLimits
    | { readonly maxOutputBytes: number; readonly timeoutMs: number; readonly memoryMiB: number }
  /** Takes each line of the output; throws `Unbelievable`. */
  take(line: Buffer): Promise<void>
  /** What a person does about a file that exceeds the limits. */
  readonly fix: string
}

/** Resolves once the child has ended and each line was taken. Throws `ReportRefused` if it exceeds its limits. */
export async function readInChild({ log, children }: ChildOptions, reading: Reading): Promise<void> {
  const { files, task, limits = readerLimits, take, fix } = reading
  const [first = -1, ...others] = files.map(({ handle }) => handle.fd)
  const { add, isWhole } = answerSplitter(take)
  const told = { ...limits, args: [JSON.stringify(task)] }
  const end = await children.stream(readerCode, [first, ...others], told, add).catch((error: unknown) => {
    if (error instanceof Unbelievable) return { ended: 'failed' as const, reason: error.message, stderr: '' }
    throw error
  })
  if (end.ended === 'stopped') throw new AppError('shutting_down')
  if (end.ended === 'unstarted') throw new AppError('overloaded', { cause: end.cause })
  if (end.ended === 'output' && isWhole()) return
  const failed = end.ended === 'failed' ? end : { reason: 'its answer had no end', stderr: '' }
  throw refuseUnread(log, failed, fix)
}

export function refuseUnread(
  log: Log,
  { reason, stderr }: { readonly reason: string; readonly stderr: string },
  fix: string,
): Error {
  log.warn('reports.reading_failed', { reason, stderr })
  return refuse({ problem: 'The file could not be read within the limits of the hub.', fix })
}

/** Divides output that comes in pieces into lines. */
function answerSplitter(take: (line: Buffer) => Promise<void>) {
  let rest: Buffer[] = []
  let restBytes = 0
  return {
    async add(piece: Buffer): Promise<void> {
      let start = 0
      for (;;) {
        const end = piece.indexOf(10, start)
        if (end < 0) break
        const written = piece.subarray(start, end)
        start = end + 1
        await take(rest.length === 0 ? written : Buffer.concat([...rest, written]))
        rest = []
        restBytes = 0
      }
      restBytes += piece.length - start
      if (restBytes > maxAnswerBytes) throw new Unbelievable('its answer has a line without an end')
      if (start < piece.length) rest.push(piece.subarray(start))
    },
    isWhole: () => restBytes === 0,
  }
}
