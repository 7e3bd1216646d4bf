import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncDirectory, writeNewFile } from '../../../platform/files/durable-files.ts'
import type { Archive, StoredFile, Writing } from './archive.ts'
import { UnreadableContentError, WrongContentError } from './archive-error.ts'
import { filesOfFolder } from './archive-files.ts'
import { openDamageNotes } from './damage-notes.ts'
import { fileThreads } from './file-threads.ts'
import { type Measured, measuring } from './measuring.ts'
import { requireNoPrune } from './prune-mark.ts'
import { readableArchive } from './readable-archive.ts'
import { rereadNote } from './reread-note.ts'
import { sealStream } from './seal.ts'
import { readSmall, smallBytes } from './small-content.ts'

/** Files get their name when they are durable; until then drafts are in `incoming`. */
export function folderArchive(root: string, { holds, recipient }: Writing): Archive {
  const place = (file: string): string => join(root, file)
  const damaged = openDamageNotes(root)
  const threads = fileThreads('copying')
  const found = readableArchive(filesOfFolder(root), { holds, isSealed: recipient !== undefined }, threads)
  const madeFolders = new Set<string>()
  const makeFolder = async (folder: string): Promise<void> => {
    if (madeFolders.has(folder)) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    madeFolders.add(folder)
  }
  const write = async (path: string, content: Readable): Promise<Measured> => {
    const measure = measuring()
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: 1024 * 1024 })
    await (recipient
      ? pipeline(content, measure.through, sealStream(recipient), target)
      : pipeline(content, measure.through, target))
    return measure.end()
  }
  const copy = async (file: StoredFile, source: string): Promise<boolean> => {
    await makeFolder(dirname(place(file.file)))
    const copied = await threads.copy({
      source: { path: source, start: 0 },
      mayBeLink: false,
      draft: place(join('incoming', randomUUID())),
      target: place(file.file),
      expectedLength: file.bytes,
      expectedSha256: file.sha256,
    })
    if (copied.state === 'failed') throw Object.assign(new Error(copied.message), { code: copied.code })
    if (copied.state === 'unreadable') throw new UnreadableContentError(copied.message)
    if (copied.state === 'other') throw new WrongContentError()
    if (copied.state === 'copied') await damaged.clear(file.file)
    return copied.state === 'copied'
  }
  return {
    ...found,
    ...(recipient ? {} : { copy }),
    findProblem: async (file) => (await damaged.find(file.file)) ?? found.findProblem(file),
    canReread: recipient === undefined,
    ...rereadNote(root),
    async write(file, content) {
      const draft = place(join('incoming', randomUUID()))
      const isSmall = !recipient && file.bytes <= smallBytes
      try {
        const { bytes, sha256 } = await (isSmall ? saveSmall(draft, content) : write(draft, content))
        if (bytes !== file.bytes || sha256 !== file.sha256) throw new WrongContentError()
        await makeFolder(dirname(place(file.file)))
        await rename(draft, place(file.file))
        await damaged.clear(file.file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async begin(id) {
      const draft = place(join('incoming', id))
      await mkdir(draft, { mode: 0o700 })
      const end = holds === 'backups' ? await requireNoPrune(root, draft) : () => {}
      return {
        end,
        async write(name, content) {
          return { file: name, ...(await write(join(draft, name), content)) }
        },
        async finish() {
          // Including folders that a killed backup made: their files count as kept.
          const folders = (await readdir(place('files'))).map((name) => place(join('files', name)))
          for (const folder of [...folders, place('files'), draft]) await syncDirectory(folder)
          await rename(draft, place(join(holds, id)))
          await syncDirectory(place(holds))
          await syncDirectory(root)
        },
      }
    },
  }
}

async function saveSmall(path: string, source: Readable): Promise<Measured> {
  const { content, ...measured } = await readSmall(source)
  await writeNewFile(path, content)
  return measured
}
