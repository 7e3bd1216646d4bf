import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { sha256 } from '../../platform/values/sha256.ts'
import { ReportRefused } from './reading/report-problem.ts'
import type { OpenFile } from './run-reader.ts'

/** The files of one report: the hub identifies them by their bytes, and never reads their content in this process. */
export interface OpenFiles {
  readonly files: readonly OpenFile[]
  readonly digest: Buffer
}

/** A file of a report is missing or cannot be read. The message has its path, which only the operator may see. */
export class UnreadableFile extends ReportRefused {
  constructor(path: string) {
    super([{ problem: `${path} cannot be read.`, fix: 'name an existing file.' }])
  }
}

/** The path of a file, and its name: by default the last part of its path. */
export interface NamedFile {
  readonly path: string
  readonly name?: string | undefined
}

export async function withOpenFiles<T>(
  named: readonly NamedFile[],
  work: (opened: OpenFiles) => Promise<T>,
): Promise<T> {
  const files: OpenFile[] = []
  try {
    const digests: Buffer[] = []
    for (const { path, name = basename(path) } of named) {
      const handle = await openRegular(path)
      files.push({ name: name.slice(0, 500), handle })
      digests.push(await digestOf(handle))
    }
    return await work({ files, digest: joined(digests) })
  } finally {
    await Promise.all(files.map(({ handle }) => handle.close()))
  }
}

async function openRegular(path: string): Promise<FileHandle> {
  const found = await stat(path).catch(() => undefined)
  const handle = found?.isFile() ? await open(path, constants.O_RDONLY).catch(() => undefined) : undefined
  if (handle) return handle
  throw new UnreadableFile(path)
}

async function digestOf(handle: FileHandle): Promise<Buffer> {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(64 * 1024)
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return hash.digest()
    position += bytesRead
    hash.update(buffer.subarray(0, bytesRead))
  }
}

/** The digest of all parts, independent of their order. */
const joined = (digests: readonly Buffer[]): Buffer =>
  digests.length === 1 && digests[0]
    ? digests[0]
    : sha256(
        digests
          .map((digest) => digest.toString('hex'))
          .sort()
          .join('\n'),
      )
