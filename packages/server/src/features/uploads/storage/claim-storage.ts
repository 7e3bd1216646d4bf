import type { Config } from '../../../config/config.ts'
import { ConfigError, type ConfigProblem } from '../../../config/problems.ts'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import {
  adoptStorageIdentity,
  advanceGeneration,
  findKnownUploads,
  findStorageIdentity,
  insertStorageIdentity,
  type StorageIdentity,
} from './identity-queries.ts'

/**
 * Checks that storage and database belong together before anything is stored, swept or analysed. With an empty or wrong
 * database every file would look like an orphan, and with a wrong folder every upload would look lost.
 */

export interface StorageDependencies {
  readonly system: Sql
  readonly blobs: Blobs
  readonly config: HowToType
  /** Of these keys, those that other features use for something other than an upload. */
  readonly findOtherKeys: (system: Sql, keys: readonly string[]) => Promise<ReadonlySet<string>>
  readonly makeHubId: () => string
  readonly now: () => Date
  readonly log: Log
  /** Called if the database is older than the storage: it was restored from a backup. */
  readonly onDatabaseRestored: () => Promise<void>
}

/** Whether the two belong together; nothing is written. */
type StorageToCompare = Pick<StorageDependencies, 'system' | 'blobs'>

interface Mark {
  readonly hubId: string
  readonly generation: number
}

const holdMs = 7 * 24 * 60 * 60_000

/** Throws ConfigError with the fix if the two do not belong together. */
export async function claimStorage(dependencies: StorageDependencies): Promise<StorageIdentity> {
  const { system, makeHubId } = dependencies
  await requireOwnStorage(dependencies)
  if (!(await findStorageIdentity(system))) await insertStorageIdentity(system, makeHubId())
  return advanceMark(dependencies)
}

/** The same without marking anything. */
export async function requireOwnStorage(
  storage: StorageToCompare & Pick<StorageDependencies, 'config'>,
): Promise<void> {
  const problem = await findStorageProblem(storage)
  if (problem !== undefined) throw refusal(problem, storage)
}

/** The same before there is a database, for the hub of this id. A storage without a mark is refused too. */
export async function requireStorageOf(blobs: Blobs, hubId: string | undefined): Promise<void> {
  const mark = parseMark(await blobs.readMark())
  if (hubId === undefined || mark?.hubId !== hubId)
    throw new ConfigError([
      {
        key: 'SPINDLE_BLOBS',
        problem: belongsToAnother,
        fix: 'use the storage of the hub from which the backup was made',
      },
    ])
}

/** Why storage and database do not belong together; undefined when they do. Writes nothing. */
export async function findStorageProblem({ system, blobs }: StorageToCompare): Promise<string | undefined> {
  const mark = parseMark(await blobs.readMark())
  const identity = await findStorageIdentity(system)
  if (!mark) return findUnmarkedProblem({ system, blobs })
  if (identity?.hubId === mark.hubId) return undefined
  return identity ? belongsToAnother : unknownToDatabase
}

/** Called repeatedly: a database may be restored under a running hub. */
export async function advanceMark(dependencies: StorageDependencies): Promise<StorageIdentity> {
  const { system, blobs, now, log, onDatabaseRestored } = dependencies
  const seen = parseMark(await blobs.readMark())
  const before = await findStorageIdentity(system)
  const isRestored = seen !== undefined && seen.hubId === before?.hubId && seen.generation > before.generation
  // First, because the callback may fail, and is then called again.
  if (isRestored) await onDatabaseRestored()
  const identity = await advanceGeneration(system, seen?.generation ?? 0, new Date(now().getTime() + holdMs))
  if (!identity || (seen && seen.hubId !== identity.hubId)) throw refusal(belongsToAnother, dependencies)
  if (isRestored) log.warn('uploads.database_restored', { sweepAfter: identity.sweepAfter })
  await blobs.writeMark(markText(identity))
  return identity
}

/** The operator's decision that this storage belongs to this database. Nothing in it is swept for a week. */
export async function adoptStorage({ system, blobs, makeHubId, now }: StorageDependencies): Promise<void> {
  const hubId = parseMark(await blobs.readMark())?.hubId ?? (await findStorageIdentity(system))?.hubId ?? makeHubId()
  await adoptStorageIdentity(system, hubId, new Date(now().getTime() + holdMs))
  await markAsOwn({ system, blobs, now })
}

/** Marks an unmarked storage as the one of this database. */
export async function markAsOwn({
  system,
  blobs,
  now,
}: Pick<StorageDependencies, 'system' | 'blobs' | 'now'>): Promise<void> {
  const identity = await advanceGeneration(system, 0, now())
  if (identity) await blobs.writeMark(markText(identity))
}

/** New: no mark, no file. */
export const isEmptyStorage = async (blobs: Blobs): Promise<boolean> =>
  (await blobs.readMark()) === undefined && (await hasNoBlob(blobs))

const markText = ({ hubId, generation }: Mark): string => `${JSON.stringify({ hubId, generation })}\n`

/** An unmarked storage: new, or of a hub that did not mark it yet. */
async function findUnmarkedProblem({ system, blobs }: StorageToCompare): Promise<string | undefined> {
  const known = await findKnownUploads(system)
  const isEmpty = await hasNoBlob(blobs)
  if (!isEmpty && !known.any) return unknownToDatabase
  return isEmpty && known.stored ? emptied : undefined
}

async function hasNoBlob(blobs: Blobs): Promise<boolean> {
  for await (const _entry of blobs.list()) return false
  return true
}

function parseMark(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined
  try {
    const { hubId, generation } = JSON.parse(text) as Partial<Mark>
    if (typeof hubId === 'string' && Number.isSafeInteger(generation)) return { hubId, generation: generation ?? 0 }
  } catch {
    // A text that is not a mark: refused like the mark of another hub.
  }
  return { hubId: '', generation: 0 }
}

/** Files of a hub, and a database without rows for them. */
export const unknownToDatabase =
  'the storage for uploads contains files, but this database has no record of them: the database is new, empty or a different one'
const belongsToAnother = 'the storage for uploads belongs to the database of another hub'
const emptied = 'the database lists stored uploads, but the storage is empty; its disk may not be mounted'

type HowToType = Pick<Config, 'hubCommand'>

export const storageProblemFix = ({ hubCommand }: HowToType): string =>
  `connect the database that belongs to this storage, or restore it from its backup; if they do belong together, run: ${hubCommand} storage adopt --confirm`

export const storageRefusal = (problem: string, how: HowToType): ConfigProblem => ({
  key: 'SPINDLE_BLOBS',
  problem,
  fix: storageProblemFix(how),
})

const refusal = (problem: string, { config }: Pick<StorageDependencies, 'config'>): ConfigError =>
  new ConfigError([storageRefusal(problem, config)])
