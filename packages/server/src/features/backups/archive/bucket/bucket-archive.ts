import type { Readable } from 'node:stream'
import type { Archive, Writing } from '../archive.ts'
import { WrongContentError } from '../archive-error.ts'
import type { ArchiveFiles } from '../archive-files.ts'
import { damageNotes } from '../damage-notes.ts'
import { type Measured, measuring } from '../measuring.ts'
import { readableArchive } from '../readable-archive.ts'
import { parseReread, rereadFile, rereadText } from '../reread-note.ts'
import { sealedBytes, sealStream } from '../seal.ts'
import { readSmall, smallBytes } from '../small-content.ts'
import { through } from '../through.ts'
import { markBackup } from './bucket-marks.ts'
import type { BucketObjects } from './bucket-objects.ts'

/** An object appears complete or not at all, and cannot be renamed: every object has its final name from the start. */
export function bucketArchive(objects: BucketObjects, files: ArchiveFiles, { holds, recipient }: Writing): Archive {
  const found = readableArchive(files, { holds, isSealed: recipient !== undefined })
  const damaged = damageNotes({
    list: () => listNoted(objects),
    remove: (name) => objects.remove(`${damagedFolder}${name}`),
  })
  /** `accept` is called before the object exists. */
  const write = async (name: string, content: Readable, { bytes, accept }: Announced): Promise<Measured> => {
    const measure = measuring()
    const plain = through(content, measure.through)
    let measured: Measured | undefined
    await objects.store({
      name,
      content: recipient ? through(plain, sealStream(recipient)) : plain,
      bytes: bytes === undefined ? null : recipient ? sealedBytes(bytes) : bytes,
      async accept() {
        measured = measure.end()
        await accept?.(measured)
      },
    })
    return measured ?? measure.end()
  }
  return {
    ...found,
    findProblem: async (file) => (await damaged.find(file.file)) ?? found.findProblem(file),
    canReread: recipient === undefined,
    findReread: async () => parseReread(await objects.readText(rereadFile)),
    noteReread: (after) => objects.put(rereadFile, Buffer.from(rereadText(after))),
    async write(file, content) {
      const requireSame = ({ bytes, sha256 }: Measured): void => {
        if (bytes !== file.bytes || sha256 !== file.sha256) throw new WrongContentError()
      }
      if (!recipient && file.bytes <= smallBytes) {
        const { content: small, ...measured } = await readSmall(content)
        requireSame(measured)
        await objects.put(file.file, small)
      } else {
        await write(file.file, content, {
          bytes: file.bytes,
          async accept(measured) {
            requireSame(measured)
            // If the answer to the last request is lost, a damaged object of the same length would look like the new
            // one.
            await objects.remove(file.file)
          },
        })
      }
      await damaged.clear(file.file)
    },
    async begin(id) {
      const mark = await markBackup(objects, id)
      return {
        end: mark.end,
        async write(name, content) {
          return { file: name, ...(await write(`${holds}/${id}/${name}`, content, {})) }
        },
        // The manifest is written last; from then on the backup exists.
        finish: () => mark.remove(),
      }
    },
  }
}

interface Announced {
  readonly bytes?: number
  accept?(measured: Measured): Promise<void>
}

export const damagedFolder = 'damaged/'

async function listNoted(objects: BucketObjects): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of objects.list(damagedFolder)) names.push(name.slice(damagedFolder.length))
  return names
}
