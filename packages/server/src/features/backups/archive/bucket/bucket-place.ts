import { basename } from 'node:path'
import { forEach } from '../../../../platform/concurrency/concurrency-limit.ts'
import { contentFile } from '../archive.ts'
import type { ArchiveFiles } from '../archive-files.ts'
import { manifestFile } from '../manifest-file.ts'
import { type ArchivePlace, descriptionName } from '../place.ts'
import { streamedAtOnce } from '../readable-archive.ts'
import { bucketArchive, damagedFolder } from './bucket-archive.ts'
import { removeLostMarks, withBucketPruneMark } from './bucket-marks.ts'
import { type BucketObjects, type BucketOptions, bucketObjects } from './bucket-objects.ts'

/** A part of a bucket. It has the files of a folder, so tools that copy one into the other copy backups. */
export function bucketPlace(options: BucketOptions): ArchivePlace {
  const objects = bucketObjects(options)
  const files = filesOfBucket(objects)
  return {
    kind: 'prefix',
    name: objects.name,
    openFiles: async () => files,
    prepare: async () => {},
    isEmpty: () => isEmpty(objects),
    describe: (text) => objects.put(descriptionName, Buffer.from(text)),
    async openForWriting(writing) {
      await removeUnfinished(objects, abandonedMs)
      return bucketArchive(objects, files, writing)
    },
    async noteDamage(file) {
      try {
        await objects.put(`${damagedFolder}${basename(file)}`, Buffer.alloc(0))
        return true
      } catch {
        return false
      }
    },
    withPruneMark: (work) =>
      withBucketPruneMark(objects, async () => {
        // No backup is running now.
        await removeUnfinished(objects, lostMs)
        return work()
      }),
    async removeBackups(ids) {
      for (const id of ids) {
        await objects.remove(`backups/${id}/${manifestFile}`)
        await removeBelow(objects, `backups/${id}/`)
      }
    },
    async *listContents() {
      for await (const { name, bytes } of objects.list('files/')) {
        const sha256 = basename(name)
        if (name === contentFile(sha256)) yield { sha256, bytes }
      }
    },
    async removeContent(sha256) {
      await objects.remove(contentFile(sha256))
      await objects.remove(`${damagedFolder}${sha256}`)
    },
    close: objects.close,
  }
}

const filesOfBucket = (objects: BucketObjects): ArchiveFiles => ({
  sizeOf: objects.sizeOf,
  open: objects.open,
  readText: objects.readText,
  namesIn: async (folder) =>
    (await findBackups(objects, folder)).flatMap(({ id, isComplete }) => (isComplete ? id : [])),
})

async function isEmpty(objects: BucketObjects): Promise<boolean> {
  for await (const { name } of objects.list('')) if (name !== descriptionName) return false
  return true
}

const abandonedMs = 7 * 24 * 60 * 60_000
const lostMs = 10 * 60_000

/** Removes incomplete backups and multipart uploads of killed processes, if nothing was added for this long. */
async function removeUnfinished(objects: BucketObjects, forMs: number): Promise<void> {
  const before = new Date(Date.now() - forMs)
  for (const { id, isComplete, modifiedAt } of await findBackups(objects, 'backups'))
    if (!isComplete && modifiedAt < before) await removeBelow(objects, `backups/${id}/`)
  for (const folder of ['files/', 'backups/']) await objects.abortUploads(folder, before)
  await removeLostMarks(objects, before)
}

interface FoundBackup {
  readonly id: string
  /** Whether it has its manifest, which is written last. */
  readonly isComplete: boolean
  /** The time of the newest object. */
  readonly modifiedAt: Date
}

async function findBackups(objects: BucketObjects, folder: string): Promise<FoundBackup[]> {
  const found = new Map<string, FoundBackup>()
  for await (const { name, modifiedAt } of objects.list(`${folder}/`)) {
    const [id = '', file] = name.slice(folder.length + 1).split('/')
    const before = found.get(id)
    found.set(id, {
      id,
      isComplete: file === manifestFile || before?.isComplete === true,
      modifiedAt: before && before.modifiedAt > modifiedAt ? before.modifiedAt : modifiedAt,
    })
  }
  return [...found.values()]
}

const removeBelow = (objects: BucketObjects, prefix: string): Promise<void> =>
  forEach(objects.list(prefix), ({ name }) => objects.remove(name), streamedAtOnce)
