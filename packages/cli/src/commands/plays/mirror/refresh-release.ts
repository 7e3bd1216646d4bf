import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PlayableRelease, SpindleError } from '@spindle/client'
import { CommandError } from '@spindle/command-line'
import { forEveryone, syncFolder, writeFileAtomically } from '../../../files/write-file-atomically.ts'
import { isReleaseId, type MirrorPlace, makeFolder } from './mirror-place.ts'
import { type MirrorSession, unexpectedAnswer, untilAnswered } from './mirror-session.ts'
import { downloadFiles, type ReleaseFiles } from './release-files.ts'

/**
 * Makes the folder of one release as the hub offers it now. It can be repeated and interrupted at any point: files are
 * complete under their names, the JSON is written after the files that it names, and what it does not name is deleted
 * after it. A release that is gone leaves its place in one step.
 */

/** What was done. */
export interface RefreshedRelease {
  readonly releaseId: string
  readonly outcome: 'copied' | 'unchanged' | 'removed' | 'absent'
  /** Its title; undefined if it is gone. */
  readonly title?: string
  /** The hub has more of its files later. */
  readonly isWaiting: boolean
}

/** The JSON of a release in a mirror: as the hub gives it, without the addresses that end, and the files beside it. */
export type MirroredRelease = Omit<PlayableRelease, 'signedCover' | 'tracks'> & {
  readonly tracks: readonly Omit<PlayableRelease['tracks'][number], 'signedAudio' | 'renditions'>[]
  readonly files: ReleaseFiles
}

/** The name of the JSON in the folder of its release. */
export const releaseFile = 'release.json'

export function refreshRelease(session: MirrorSession, releaseId: string): Promise<RefreshedRelease> {
  if (!isReleaseId(releaseId)) throw unexpectedAnswer('an invalid id of a release')
  return untilAnswered(session, () => refreshOnce(session, releaseId, 1))
}

const maxAttempts = 5
/** It changed while its files were downloaded. */
const changedCodes: ReadonlySet<string> = new Set(['release_not_found', 'track_not_found', 'master_replaced'])

async function refreshOnce(session: MirrorSession, releaseId: string, attempt: number): Promise<RefreshedRelease> {
  const release = await findRelease(session, releaseId)
  if (release === undefined) return removeRelease(session.place, releaseId)
  try {
    return await copyRelease(session, release)
  } catch (error) {
    const isKnown = error instanceof SpindleError || error instanceof CommandError
    if (!isKnown || !changedCodes.has(error.code) || attempt === maxAttempts) throw error
    return refreshOnce(session, releaseId, attempt + 1)
  }
}

/** Undefined only if the hub itself says so: a proxy that answers 404 must delete nothing. */
async function findRelease({ integration, signal }: MirrorSession, releaseId: string) {
  try {
    const release = await integration.release(releaseId, { signal })
    if (release.id !== releaseId || !Array.isArray(release.tracks))
      throw unexpectedAnswer(`another release in place of ${releaseId}`)
    return release
  } catch (error) {
    if (error instanceof SpindleError && error.status === 404 && error.code === 'release_not_found') return undefined
    throw error
  }
}

async function copyRelease(session: MirrorSession, release: PlayableRelease): Promise<RefreshedRelease> {
  const { place } = session
  const folder = join(place.releases, release.id)
  await makeFolder(folder)
  const { files, isWaiting } = await downloadFiles(session, folder, release)
  const text = `${JSON.stringify(toMirrored(release, files))}\n`
  const path = join(folder, releaseFile)
  const isChanged = (await readFile(path, 'utf8').catch(() => undefined)) !== text
  if (isChanged) await writeFileAtomically(path, text, forEveryone)
  await deleteOthers(folder, files)
  const waiting = join(place.waiting, release.id)
  if (isWaiting) await writeFile(waiting, '')
  else await rm(waiting, { force: true })
  const outcome = isChanged ? 'copied' : 'unchanged'
  return { releaseId: release.id, outcome, title: release.title, isWaiting }
}

function toMirrored({ signedCover: _, tracks, ...release }: PlayableRelease, files: ReleaseFiles): MirroredRelease {
  return {
    ...release,
    tracks: tracks.map(({ signedAudio: _address, renditions: _renditions, ...track }) => track),
    files,
  }
}

async function deleteOthers(folder: string, { covers, audio }: ReleaseFiles): Promise<void> {
  const kept = new Set([releaseFile, ...covers.map(({ file }) => file), ...Object.values(audio)])
  for (const name of await readdir(folder))
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
}

async function removeRelease(place: MirrorPlace, releaseId: string): Promise<RefreshedRelease> {
  const discarded = join(place.trash, `${releaseId}-${randomUUID()}`)
  const isThere = await rename(join(place.releases, releaseId), discarded).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  await rm(join(place.waiting, releaseId), { force: true })
  if (isThere) {
    await syncFolder(place.releases)
    await rm(discarded, { recursive: true, force: true })
  }
  return { releaseId, outcome: isThere ? 'removed' : 'absent', isWaiting: false }
}
