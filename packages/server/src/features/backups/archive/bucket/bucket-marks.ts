import { randomUUID } from 'node:crypto'
import { ArchiveError } from '../archive-error.ts'
import type { BucketObjects } from './bucket-objects.ts'

/**
 * Keeps a backup and a prune of one bucket apart, like marks in a folder: each writes its mark and then looks for
 * others, so that at least one of two finds the other. Ages are measured by the store's clock, from its list.
 */

const touchEveryMs = 20_000
const lostAfterMs = 10 * 60_000

const made = 'incoming/'
const pruned = 'pruning/'

/** For a backup that is about to be written. The returned function ends it. */
export async function markBackup(objects: BucketObjects, id: string): Promise<Mark> {
  const mark = await placeMark(objects, `${made}${id}`)
  await requireNone(objects, mark, {
    among: pruned,
    refusal: new ArchiveError(`The backups in ${objects.name} are being pruned`, 'try again when this is done'),
  })
  return mark
}

/** Runs `work` while no backup is made in the bucket and no other prune runs. */
export async function withBucketPruneMark<T>(objects: BucketObjects, work: () => Promise<T>): Promise<T> {
  const mark = await placeMark(objects, `${pruned}${randomUUID()}`)
  await requireNone(objects, mark, {
    among: pruned,
    refusal: new ArchiveError(`The backups in ${objects.name} are already being pruned`, 'wait until this is done'),
  })
  await requireNone(objects, mark, {
    among: made,
    refusal: new ArchiveError(
      `A backup is being created in ${objects.name}`,
      'prune when it is done; a killed backup counts as ended after 10 minutes',
    ),
  })
  try {
    return await work()
  } finally {
    await mark.remove()
  }
}

/** Deletes marks of processes that were killed. */
export async function removeLostMarks(objects: BucketObjects, before: Date): Promise<void> {
  for (const prefix of [made, pruned])
    for await (const { name, modifiedAt } of objects.list(prefix)) if (modifiedAt < before) await objects.remove(name)
}

export interface Mark {
  readonly name: string
  /** Stops refreshing the mark, and leaves it. */
  end(): void
  remove(): Promise<void>
}

async function placeMark(objects: BucketObjects, name: string): Promise<Mark> {
  const touch = (): Promise<void> => objects.put(name, Buffer.alloc(0))
  await touch()
  const touching = setInterval(() => void touch().catch(() => undefined), touchEveryMs)
  touching.unref()
  const end = (): void => clearInterval(touching)
  return {
    name,
    end,
    async remove() {
      end()
      await objects.remove(name)
    },
  }
}

interface Unwanted {
  readonly among: string
  readonly refusal: ArchiveError
}

async function requireNone(objects: BucketObjects, own: Mark, { among, refusal }: Unwanted): Promise<void> {
  try {
    const now = await readTime(objects, own.name)
    for await (const { name, modifiedAt } of objects.list(among))
      if (name !== own.name && now - modifiedAt.getTime() < lostAfterMs) throw refusal
  } catch (error) {
    await own.remove()
    throw error
  }
}

async function readTime(objects: BucketObjects, mark: string): Promise<number> {
  for await (const { name, modifiedAt } of objects.list(mark)) if (name === mark) return modifiedAt.getTime()
  throw new ArchiveError(
    `${objects.name} does not list an object that was just written`,
    'use an object store whose lists are up to date at once, as those of Amazon S3, Ceph, MinIO and Garage are',
  )
}
