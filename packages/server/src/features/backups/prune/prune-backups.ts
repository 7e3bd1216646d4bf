import { forEach } from '../../../platform/concurrency/concurrency-limit.ts'
import { type ArchiveKeys, findDamaged, openArchive } from '../archive/archive.ts'
import { ArchiveError } from '../archive/archive-error.ts'
import { type Manifest, placeOf, readManifest } from '../archive/manifest.ts'
import type { ArchivePlace, StoredContent } from '../archive/place.ts'
import { listUploads } from '../stored-uploads.ts'
import { chooseKept, type KeepRules } from './keep-rules.ts'
import { listBackups, toDated } from './list-backups.ts'

/**
 * Removes backups that no rule keeps, and then the files that no kept backup names. Nothing is removed before the lists
 * of all kept backups were read completely: with a damaged list, masters that are needed would look unused.
 */

export interface PruneRequest extends Pick<ArchiveKeys, 'secretKey'> {
  readonly from: ArchivePlace
  readonly rules: KeepRules
  readonly now: Date
  /** Reports what would be removed, and removes nothing. */
  readonly isDryRun: boolean
}

export interface PruneReport {
  readonly kept: readonly string[]
  readonly removed: readonly string[]
  readonly removedFiles: number
  readonly removedBytes: number
}

export const pruneBackups = (request: PruneRequest): Promise<PruneReport> =>
  request.isDryRun ? prune(request) : request.from.withPruneMark(() => prune(request))

async function prune({ from, secretKey, rules, now, isDryRun }: PruneRequest): Promise<PruneReport> {
  const archive = await openArchive(from, { secretKey })
  const found = await listBackups({ from, secretKey, secrets: undefined })
  const readable = found.flatMap((backup) => {
    if ('problem' in backup) throw damaged(from, backup.id, backup.problem)
    return [toDated(backup)]
  })
  const kept = chooseKept(readable, rules, now)
  const wanted = new Set<string>()
  for (const id of kept) {
    const { manifest } = await readManifest(archive, id)
    const [problem] = await findDamaged(archive, [placeOf(manifest, manifest.uploads)])
    if (problem !== undefined) throw damaged(from, id, problem)
    await addUploads(wanted, archive, manifest)
  }
  const removed = readable.flatMap(({ id }) => (kept.has(id) ? [] : [id]))
  if (!isDryRun) await from.removeBackups(removed)
  const files = await removeUnused(from, wanted, isDryRun)
  return { kept: [...kept].toSorted(), removed, ...files }
}

const damaged = (from: ArchivePlace, id: string, problem: string): ArchiveError =>
  new ArchiveError(
    `The backup ${id} is damaged, so the hub does not know which files it needs: ${problem}. Nothing was removed`,
    `remove backups/${id} in ${from.name} if you do not need this backup, then prune again`,
  )

async function addUploads(
  wanted: Set<string>,
  archive: Awaited<ReturnType<typeof openArchive>>,
  manifest: Manifest,
): Promise<void> {
  for await (const { sha256 } of listUploads(archive, manifest)) wanted.add(sha256)
}

async function removeUnused(
  place: ArchivePlace,
  wanted: ReadonlySet<string>,
  isDryRun: boolean,
): Promise<Pick<PruneReport, 'removedFiles' | 'removedBytes'>> {
  const removed = { removedFiles: 0, removedBytes: 0 }
  const removeUnwanted = async ({ sha256, bytes }: StoredContent): Promise<void> => {
    if (wanted.has(sha256)) return
    removed.removedBytes += bytes
    removed.removedFiles += 1
    if (!isDryRun) await place.removeContent(sha256)
  }
  await forEach(place.listContents(), removeUnwanted, removedAtOnce)
  return removed
}

const removedAtOnce = 16
