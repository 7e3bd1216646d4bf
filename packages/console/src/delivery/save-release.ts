import { ConflictError, NotFoundError, type Release, type Spindle, SpindleError } from '@spindle/client'
import { asInput, asPatch, type DraftRequest, requestOfRelease } from './document/draft.ts'
import { isSame, mergePatchBetween } from './document/members.ts'
import { withLock } from './uploading/with-lock.ts'

/** Sends what is not saved yet: the draft is created with the first track, and patched from then on. */

/** What was sent to the hub last. */
export interface Saved {
  readonly releaseId: string
  readonly revision: number
  readonly request: DraftRequest
}

export interface SaveOutcome {
  readonly saved: Saved
  /** Undefined when there was nothing to send. */
  readonly release: Release | undefined
}

/** It was changed elsewhere since `base`, the common version; nothing was saved. */
export interface Changed {
  readonly theirs: Release
  readonly base: DraftRequest
}

export interface SaveOptions {
  readonly hub: Spindle
  readonly accountId: string
  readonly wanted: DraftRequest
  readonly saved: Saved | undefined
  /** Another window may have created the draft in the meantime. */
  readonly findMade: () => Saved | undefined
  /** The hub creates one draft with this name: if windows cannot wait for each other, the hub decides. */
  readonly draftName: string | undefined
  /** Another window is creating it, and what that sent will arrive soon. */
  readonly isMadeElsewhere: () => Promise<boolean>
  readonly onMade: (saved: Saved) => Promise<void>
}

/** Undefined as long as there is no track to begin with. */
export async function saveRelease(options: SaveOptions): Promise<SaveOutcome | Changed | undefined> {
  const { wanted, saved } = options
  if (saved) return patchRelease(options, saved)
  if (wanted.tracks.length === 0 || wanted.title === undefined) return undefined
  return withLock(`spindle-draft|${options.accountId}`, {}, async () => {
    const made = options.findMade()
    if (made) return patchRelease(options, made)
    if (await options.isMadeElsewhere()) return undefined
    const madeBeside = await make(options)
    if ('request' in madeBeside) return patchRelease(options, madeBeside)
    const outcome = outcomeOf(madeBeside, wanted)
    await options.onMade(outcome.saved)
    return outcome
  })
}

/** The draft; or, if another window was faster, what that one sent to the hub. */
async function make({ hub, wanted, draftName, findMade }: SaveOptions): Promise<Release | Saved> {
  const input = asInput(wanted)
  try {
    const { data, response } = await hub.releases.create(input, { idempotencyKey: draftName }).withResponse()
    if (!response.headers.has('idempotency-replayed')) return data
    // Made before, when the answer did not arrive or was forgotten. By now it may be gone, or submitted.
    return (await isStillMade(hub, data.id)) ? data : await hub.releases.create(input)
  } catch (error) {
    if (!isMadeBeside(error)) throw error
    // Or that window is gone, and its draft was never announced.
    return (await untilMade(findMade)) ?? hub.releases.create(input)
  }
}

const askEveryMs = 200
const patienceMs = 10_000

/** A draft of another window is known here once that has stored it: without locks it is unknown when. */
async function untilMade(findMade: SaveOptions['findMade']): Promise<Saved | undefined> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += askEveryMs) {
    const made = findMade()
    if (made) return made
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
  return undefined
}

const isStillMade = (hub: Spindle, releaseId: string): Promise<boolean> =>
  hub.releases.get(releaseId).then(isBeingMade, (error: unknown) => {
    if (error instanceof NotFoundError) return false
    throw error
  })

/** A release that was submitted in the meantime, here or elsewhere, is no longer a delivery in progress. */
export const isBeingMade = ({ status }: Release): boolean => status === 'draft' || status === 'changes_requested'

const isMadeBeside = (error: unknown): boolean =>
  error instanceof SpindleError && ['idempotency_mismatch', 'idempotency_in_progress'].includes(error.code)

async function patchRelease(options: SaveOptions, saved: Saved): Promise<SaveOutcome | Changed | undefined> {
  const { hub, wanted } = options
  const { releaseId, revision, request } = saved
  // A release has a track at least and a title: until there is one again, the hub keeps those it has.
  const whole = {
    ...wanted,
    ...(wanted.tracks.length === 0 && { tracks: request.tracks }),
    ...(wanted.title === undefined && { title: request.title }),
    ...(wanted.type === undefined && { type: request.type }),
  }
  const patch = mergePatchBetween(request, whole)
  if (!patch) return { saved, release: undefined }
  try {
    const release = await hub.releases.update(releaseId, asPatch(patch), { ifMatch: `"${revision}"` })
    return outcomeOf(release, whole)
  } catch (error) {
    if (error instanceof NotFoundError && error.code === 'release_not_found')
      return saveRelease({
        ...options,
        saved: undefined,
        draftName: undefined,
        findMade: () => undefined,
        isMadeElsewhere: () => Promise.resolve(false),
      })
    if (!isChangedSince(error)) throw error
    const theirs = await hub.releases.get(releaseId)
    const held = withoutIds(requestOfRelease(theirs))
    // The answer to our own change was lost, or another window saved the same; or it was only counted on.
    if (isSame(held, withoutIds(whole))) return outcomeOf(theirs, whole)
    if (isSame(held, withoutIds(request))) return patchRelease(options, { ...saved, revision: theirs.revision })
    return { theirs, base: request }
  }
}

const isChangedSince = (error: unknown): boolean =>
  error instanceof SpindleError && (error.status === 412 || (error instanceof ConflictError && error.status === 412))

const withoutIds = ({ tracks, ...members }: DraftRequest) => ({
  ...members,
  tracks: tracks.map(({ id: _id, ...track }) => track),
})

/** Tracks have their ids from the answer; everything else is what was sent, as it was written. */
const outcomeOf = (release: Release, told: DraftRequest): SaveOutcome => ({
  release,
  saved: {
    releaseId: release.id,
    revision: release.revision,
    request: { ...told, tracks: told.tracks.map((track, index) => ({ ...track, id: release.tracks[index]?.id })) },
  },
})
