import { labelKey, upcOfRange, upcRangeSize } from '@spindle/contract'
import { isrcsByAudio, trackAudioOf } from '@spindle/contract/rules'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { findUploads } from '../../uploads/index.ts'
import { findKnownRecordings } from '../check/recording-queries.ts'
import { findLabelSource } from '../codes/allowed-code-queries.ts'
import type { ReleaseMembers } from '../model/release-document.ts'
import type { TrackRecord } from '../model/release-record.ts'
import {
  findUsedIsrcs,
  lockUpcRange,
  returnIsrcNumbers,
  saveUpcRange,
  takeFirstFree,
  takeIsrcNumbers,
  takeUpc,
} from './identifier-queries.ts'

/**
 * Gives a release the identifiers it lacks: from the prefix and the range of its label, otherwise from the operator's
 * prefix and pool. An identifier is never assigned twice, and the same audio is never assigned two. A label whose prefix or
 * range is used up gets nothing from the operator's.
 */

export interface AssignedIdentifiers {
  readonly document: ReleaseMembers
  readonly tracks: readonly TrackRecord[]
  readonly hasChanged: boolean
}

export interface IdentifierAssignerOptions {
  readonly clock: Clock
  readonly isrcPrefix: string | undefined
}

export type IdentifierAssigner = ReturnType<typeof identifierAssigner>

export const identifierAssigner = ({ clock, isrcPrefix }: IdentifierAssignerOptions) => ({
  async assign(
    trx: TenantTransaction,
    release: { readonly id: string; readonly document: ReleaseMembers; readonly tracks: readonly TrackRecord[] },
  ): Promise<AssignedIdentifiers> {
    const ofLabel = await findSource(trx, release)
    const upc = release.document.upc === undefined ? await findUpc(trx, release.id, ofLabel?.upcRange) : undefined
    const prefix = ofLabel?.isrcPrefix ?? isrcPrefix
    const isrcs = await findIsrcs(trx, { id: release.id, tracks: release.tracks, clock, isrcPrefix: prefix })
    return {
      document: upc === undefined ? release.document : { ...release.document, upc },
      tracks: release.tracks.map((track) => {
        const isrc = track.document.isrc ?? isrcs.get(track.id)
        return isrc === undefined ? track : { ...track, document: { ...track.document, isrc } }
      }),
      hasChanged: upc !== undefined || isrcs.size > 0,
    }
  },
})

type LackingRelease = Parameters<IdentifierAssigner['assign']>[1]

/** Undefined if nothing is missing, or the label has no prefix and no range. */
async function findSource(trx: TenantTransaction, { document, tracks }: LackingRelease) {
  const lacks = document.upc === undefined || tracks.some((track) => track.document.isrc === undefined)
  return document.label !== undefined && lacks ? findLabelSource(trx, labelKey(document.label)) : undefined
}

const findUpc = (trx: TenantTransaction, id: string, range: string | null | undefined): Promise<string | undefined> =>
  typeof range === 'string' ? takeUpcOfRange(trx, id, range) : takeUpc(trx, id)

/** Most codes that one statement compares with those in use. */
const maxCompared = 5_000

/** The next code of the range that is not in use; undefined if the range is used up. Other submissions wait for the range. */
async function takeUpcOfRange(trx: TenantTransaction, releaseId: string, prefix: string): Promise<string | undefined> {
  let next = await lockUpcRange(trx, prefix)
  const size = upcRangeSize(prefix)
  let compared = 10
  let upc: string | undefined
  while (next !== undefined && next < size && upc === undefined) {
    const start = next
    const codes = Array.from({ length: Math.min(compared, size - start) }, (_, index) =>
      upcOfRange(prefix, start + index),
    )
    const first = await takeFirstFree(trx, releaseId, codes)
    if (first?.isTaken) upc = codes[first.place]
    next = start + (first ? first.place + 1 : codes.length)
    compared = Math.min(compared * 4, maxCompared)
  }
  if (next !== undefined) await saveUpcRange(trx, prefix, next)
  return upc
}

interface LackingTracks extends IdentifierAssignerOptions {
  readonly id: string
  readonly tracks: readonly TrackRecord[]
}

/**
 * The ISRCs for the tracks without one, by track: the one that the audio already has in the account or in the release,
 * otherwise a new one for each audio. The caller holds the lock of submissions, so the same audio is not in another one.
 */
async function findIsrcs(
  trx: TenantTransaction,
  { id, tracks, clock, isrcPrefix }: LackingTracks,
): Promise<ReadonlyMap<string, string>> {
  if (tracks.every(({ document }) => document.isrc !== undefined)) return new Map()
  const uploads = await findUploads(trx, [...new Set(tracks.flatMap(({ document }) => document.uploadId ?? []))])
  const audio = tracks.map(({ id: trackId, document }) => {
    // A track whose audio is not analysed is a recording of its own. Its release cannot be submitted yet.
    const { pcmSha256 = trackId, ...track } = trackAudioOf(document, uploads)
    return { ...track, pcmSha256, trackId }
  })
  const lacking = audio.filter(({ hasOwnIsrc }) => !hasOwnIsrc)
  const digests = [...new Set(lacking.map(({ pcmSha256 }) => pcmSha256))]
  const isrcs = new Map(isrcsByAudio(audio, await findKnownRecordings(trx, id, digests)))
  const unknown = digests.filter((digest) => !isrcs.has(digest))
  if (isrcPrefix !== undefined) {
    const taken = await takeIsrcs(trx, { prefix: isrcPrefix, year: yearOf(clock), count: unknown.length })
    for (const [index, isrc] of taken.entries()) isrcs.set(unknown[index] ?? '', isrc)
  }
  return new Map(
    lacking.flatMap(({ trackId, pcmSha256 }) => {
      const isrc = isrcs.get(pcmSha256)
      return isrc === undefined ? [] : [[trackId, isrc] as const]
    }),
  )
}

const yearOf = (clock: Clock): number => new Date(clock.now()).getUTCFullYear() % 100

interface WantedIsrcs {
  readonly prefix: string
  readonly year: number
  readonly count: number
}

/**
 * As many as requested while the year has some left; tracks that get none keep their finding. A label may have used
 * thousands of its prefix by hand, so each round takes more numbers and returns those that are left over.
 */
async function takeIsrcs(trx: TenantTransaction, { prefix, year, count }: WantedIsrcs): Promise<string[]> {
  const found: string[] = []
  let taken = count
  while (found.length < count) {
    const lacking = count - found.length
    const numbers = await takeIsrcNumbers(trx, { prefix, year, count: taken })
    if (!numbers) {
      if (taken <= lacking) break
      taken = Math.max(lacking, Math.floor(taken / 2))
      continue
    }
    const codes = numbers.map((number) => ({ number, isrc: isrcOf(prefix, year, number) }))
    const used = await findUsedIsrcs(
      trx,
      codes.map(({ isrc }) => isrc),
    )
    const free = codes.filter(({ isrc }) => !used.has(isrc))
    const given = free.slice(0, lacking)
    found.push(...given.map(({ isrc }) => isrc))
    const last = given.at(-1)
    if (last && free.length > given.length) await returnIsrcNumbers(trx, { prefix, year, last: last.number })
    taken = Math.min(taken * 4, maxCompared)
  }
  return found
}

const isrcOf = (prefix: string, year: number, number: number): string =>
  `${prefix}${String(year).padStart(2, '0')}${String(number).padStart(5, '0')}`
