import { parseIsrc, type ReleaseDocument } from '@spindle/contract'
import type { OtherAudio, ReplacedRelease } from '@spindle/contract/rules'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import { findOtherUses } from '../audio/audio-queries.ts'
import type { ReplacedTrack } from '../audio/replaced-tracks.ts'
import type { ReleaseRecord } from '../model/release-record.ts'
import { type ReleaseChange, stateConflict } from '../status/change-release.ts'
import {
  deleteReplacement,
  findOtherAudio,
  findReplaced,
  findReplacement,
  insertReplacement,
  lockReplaced,
  takeOverRecordings,
} from './replacement-queries.ts'

/**
 * A release that replaces one of its account may have its UPC and the ISRCs of its tracks. It has them from its submission,
 * under the lock of submissions; the recordings move with its first delivery.
 */

/** A release that names another one in `replaces`. After its first delivery, nothing of this is checked again. */
export interface Replacing {
  readonly releaseId: string
  readonly replacedId: string
  readonly tracks: ReleaseDocument['tracks']
}

interface ReplacedTrackWithReason extends ReplacedTrack {
  readonly isrc: string
  readonly isOther: boolean
  readonly hasReason: boolean
}

/** Tracks with an ISRC of the replaced release and another upload. */
export async function findReplacedTracks(
  sql: Tenant,
  { tracks, ...ids }: Replacing,
): Promise<readonly ReplacedTrackWithReason[]> {
  const given = tracks.flatMap(({ id, isrc: written, uploadId, title }, index) => {
    const isrc = written === undefined ? undefined : parseIsrc(written)
    const isComplete = id !== undefined && isrc !== undefined && uploadId !== undefined
    return isComplete ? [{ trackId: id as string, isrc, uploadId: uploadId as string, title, index }] : []
  })
  if (given.length === 0) return []
  const rows = new Map((await findOtherAudio(sql, ids, given)).map((row) => [row.trackId, row]))
  return given.flatMap(({ uploadId: after, ...track }) => {
    const row = rows.get(track.trackId)
    return row ? [{ ...track, before: row.before, after, isOther: row.isOther, hasReason: row.hasReason }] : []
  })
}

/** What rules see of the replaced release; null if the account has none with this id. */
export async function describeReplaced(
  sql: Tenant,
  replacing: Replacing,
  { givesReason }: { readonly givesReason: boolean },
): Promise<ReplacedRelease | null> {
  const { releaseId, replacedId } = replacing
  const replaced = await findReplaced(sql, releaseId, replacedId)
  if (!replaced) return null
  const others = (await findReplacedTracks(sql, replacing)).filter(({ isOther }) => isOther)
  const uses = new Map((await listUses(sql, replacing, others)).map((use) => [use.trackId, use]))
  const otherAudio = others.map(({ trackId, index, isrc, hasReason }): OtherAudio => {
    const { releaseId, releaseTitle, isrc: usedIsrc = null } = uses.get(trackId) ?? {}
    const use =
      releaseId === undefined || releaseTitle === undefined ? null : { releaseId, releaseTitle, isrc: usedIsrc }
    return { index, isrc, hasReason: hasReason || givesReason, use }
  })
  return { ...replaced, otherAudio }
}

const listUses = async (sql: Tenant, { releaseId, replacedId }: Replacing, others: readonly ReplacedTrack[]) =>
  others.length === 0 ? [] : await findOtherUses(sql, [releaseId, replacedId], others)

type Replacement = Pick<ReleaseRecord, 'id' | 'status' | 'document' | 'tracks' | 'firstDeliveredAt'>

/** Undefined if the release replaces none, or was delivered: then it has the codes. */
function replacingOf({ id, document, tracks, firstDeliveredAt }: Replacement): Replacing | undefined {
  const { replaces } = document
  if (replaces === undefined || firstDeliveredAt !== null) return undefined
  return {
    releaseId: id,
    replacedId: replaces,
    tracks: tracks.map((track) => ({ id: track.id as `trk_${string}`, ...track.document })),
  }
}

/** Called before the lock of submissions. */
export async function lockReplacedOf(trx: TenantTransaction, release: Replacement): Promise<void> {
  const replacing = replacingOf(release)
  if (replacing) await lockReplaced(trx, replacing.replacedId)
}

/** Called under the lock of submissions, after the rules found no error. */
export async function claimCodes(trx: TenantTransaction, release: Replacement): Promise<void> {
  const replacing = replacingOf(release)
  if (replacing) await insertReplacement(trx, replacing)
}

/** A replacement that returns to its account before it was delivered gives the codes back. */
export async function giveCodesBack({ trx, releaseId, state }: ReleaseChange): Promise<void> {
  if (state.firstDeliveredAt === null) await deleteReplacement(trx, releaseId)
}

/** With the first delivery. Throws `state_conflict` if the replaced release came back since the submission. */
export async function takeCodes({ trx }: ReleaseChange, release: Replacement): Promise<void> {
  const replacing = replacingOf(release)
  if (!replacing) return
  const replaced = await describeReplaced(trx, replacing, { givesReason: true })
  const use = replaced?.otherAudio.find(({ use }) => use !== null)?.use
  if (replaced?.place !== 'down')
    throw stateConflict(
      release.status,
      [],
      `The replaced release ${replacing.replacedId} is no longer down at all outlets. Take it down first.`,
    )
  if (use)
    throw stateConflict(
      release.status,
      [],
      `Release ${use.releaseId} was delivered meanwhile with the recording or the audio of a track. Request changes.`,
    )
  await takeOverRecordings(
    trx,
    replacing,
    replaced.otherAudio.map(({ isrc }) => isrc),
  )
}

/** Throws `state_conflict` if another release has the codes. That one was submitted under the lock of this release. */
export async function requireNotReplaced(
  change: ReleaseChange,
  { replacedBy }: Pick<ReleaseRecord, 'replacedBy'>,
): Promise<void> {
  if (replacedBy === null) return
  const by = await findReplacement(change.trx, change.releaseId)
  if (!by) return
  const { releaseId, title, isDelivered } = by
  throw stateConflict(
    change.state.status,
    [],
    isDelivered
      ? `Release "${title}" (${releaseId}) replaces this release and has its UPC and ISRCs. Edit ${releaseId}, or create a release that replaces ${releaseId}.`
      : `Release "${title}" (${releaseId}) was submitted to replace this release. Withdraw ${releaseId} first.`,
  )
}
