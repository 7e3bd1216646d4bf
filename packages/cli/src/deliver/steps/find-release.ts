import { NotFoundError, type Release } from '@spindle/client'
import { CommandError } from '@spindle/command-line'
import type { DeliverRequest } from '../plan/build-request.ts'
import type { DeliverSession } from './deliver-session.ts'

/** The release a folder became, with what it takes to change it. */
export interface FoundRelease {
  readonly release: Release
  readonly etag: string | undefined
}

/** Undefined if the hub has no release with this id that this credential may see. */
export async function findRelease({ client, signal }: DeliverSession, id: string): Promise<FoundRelease | undefined> {
  try {
    const { data, response } = await client.releases.get(id, { signal }).withResponse()
    return { release: data, etag: response.headers.get('etag') ?? undefined }
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

/** For a folder that remembers a release the hub does not have. Only `--restart` creates another one from it. */
export const releaseGone = (id: string): CommandError =>
  new CommandError(`The hub no longer has release ${id}: it was deleted, or the key belongs to another account`, {
    code: 'release_gone',
    fix: 'To deliver the folder as a new release, add --restart.',
  })

/** More drafts than an account has in practice; a catalogue of old releases need not be searched. */
const longestSearch = 300

/**
 * The release that has our `externalId`, of a run that ended between its creation and the note of it. It must be ours
 * beyond doubt: an `externalId` of the manifest may name a release that another program made.
 */
export async function findByExternalId(
  session: DeliverSession,
  wanted: DeliverRequest,
): Promise<FoundRelease | undefined> {
  const { client, stateFile, hubKey, signal } = session
  const address = hubKey.split(' ').at(-1)
  const elsewhere = Object.entries(stateFile.current().hubs)
    .filter(([key]) => key !== hubKey && key.endsWith(` ${address}`))
    .flatMap(([, { release }]) => release?.id ?? [])
  for (const id of elsewhere) {
    const found = await findRelease(session, id)
    if (found?.release.externalId === wanted.externalId) return found
  }
  const isOwnName = wanted.externalId === folderExternalId(stateFile.folderId)
  const uploads = new Set(Object.values(session.record.current().uploads))
  let looked = 0
  for await (const item of client.releases.list({ limit: 100 }, { signal })) {
    if (looked++ === longestSearch) return undefined
    const isLikely = isOwnName || item.tracks.some(({ uploadId }) => uploadId !== null && uploads.has(uploadId))
    const found = isLikely ? await findRelease(session, item.id) : undefined
    if (found?.release.externalId === wanted.externalId) return found
  }
  return undefined
}

/** Names the folder at every hub. */
export const folderExternalId = (folderId: string): string => `spindle-folder-${folderId}`
