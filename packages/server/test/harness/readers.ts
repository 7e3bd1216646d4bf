import { fstatSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'
import { readOrRefuse } from '../../src/features/imports/reader/read-or-refuse.ts'
import { encodeMp3 } from '../../src/features/media/child/encode-mp3.ts'
import { findSamples } from '../../src/features/media/child/find-samples.ts'
import { makeCover } from '../../src/features/media/child/make-cover.ts'
import { makeThumbnail } from '../../src/features/media/child/make-thumbnail.ts'
import { openByteSource } from '../../src/features/media/child/open-byte-source.ts'
import type { ChildEnd, TakeOutput } from '../../src/features/media/child/spawn-child.ts'
import type { ChildRunner } from '../../src/features/media/index.ts'
import { answerTask } from '../../src/features/reports/reading/answer-task.ts'
import type { ReportTask } from '../../src/features/reports/reading/answers.ts'
import { findWorkbook, textOf } from '../../src/features/reports/reading/files/open-file.ts'
import { answerRecords, type RecordsTask } from '../../src/features/reports/reading/records/answer-records.ts'

/**
 * Reads messages and reports and makes previews like the hub, with the same code, without a process for each.
 * `test/imports/hostile`, `test/reports/hostile` and `test/media` test the real ones.
 */
export function readersInProcess(): ChildRunner {
  let isStopped = false
  const entryOf = (codeFrom: Parameters<ChildRunner['run']>[0]): string => basename(codeFrom(undefined).entry)
  return {
    get isStopped() {
      return isStopped
    },
    async run(codeFrom, fd, { args = [] }) {
      if (isStopped) return { ended: 'stopped' }
      const entry = entryOf(codeFrom)
      const read = readersByEntry[entry]
      if (!read) throw new Error(`${entry} is not read in this process`)
      try {
        return { ended: 'output', bytes: await read(fd, args) }
      } catch (error) {
        return { ended: 'failed', reason: 'it ended with code 1', stderr: String(error), isOutOfTime: false }
      }
    },
    async stream(codeFrom, fds, { args = [] }, take) {
      if (isStopped) return { ended: 'stopped' }
      if (entryOf(codeFrom) === 'rendition-child.ts') return encode(fds[0], args, take)
      if (entryOf(codeFrom) !== 'report-child.ts') throw new Error(`${entryOf(codeFrom)} is not read in this process`)
      const task = JSON.parse(args[0] ?? '') as ReportTask | RecordsTask
      const say = (answer: string) => take(Buffer.from(answer))
      const files = task.names.map((name, index) => ({ name, text: textOf(fds[index] ?? -1) }))
      if ('columns' in task) {
        const workbook = () => findWorkbook(fds[0] ?? -1)
        await answerRecords(
          task,
          files.map((file) => ({ ...file, workbook })),
          say,
        )
      } else await answerTask(task, files, say)
      return { ended: 'output', bytes: Buffer.alloc(0) }
    },
    async stop() {
      isStopped = true
    },
  }
}

async function encode(fd: number, [bitRate, sampleRate]: readonly string[], take: TakeOutput): Promise<ChildEnd> {
  const pieces: Buffer[] = []
  const form = { bitRate: Number(bitRate), sampleRate: Number(sampleRate) }
  try {
    await encodeMp3(openByteSource(fd), form, (piece) => pieces.push(Buffer.from(piece)))
  } catch (error) {
    return { ended: 'failed', reason: 'it ended with code 1', stderr: String(error), isOutOfTime: false }
  }
  for (const piece of pieces) await take(piece)
  return { ended: 'output', bytes: Buffer.alloc(0) }
}

const readersByEntry: Readonly<Record<string, (fd: number, args: readonly string[]) => Promise<Buffer>>> = {
  'message-child.ts': async (fd) => Buffer.from(JSON.stringify(readOrRefuse(readAll(fd)))),
  'samples-child.ts': async (fd) => findSamples(openByteSource(fd)),
  'thumbnail-child.ts': async (fd, [pixels]) => makeThumbnail(pictureOf(readAll(fd)), Number(pixels)),
  'cover-child.ts': async (fd) => {
    const bytes = readAll(fd)
    const picture = pictureOf(bytes)
    return makeCover({ picture, metadata: await picture.metadata(), bytes })
  },
}

const pictureOf = (bytes: Buffer) => sharp(bytes, { failOn: 'warning', pages: 1 })

function readAll(fd: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(fd).size)
  for (let done = 0; done < bytes.length; ) done += readSync(fd, bytes, done, bytes.length - done, done)
  return bytes
}
