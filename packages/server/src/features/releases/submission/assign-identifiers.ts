import { isrcsByAudio, trackAudioOf } from '@spindle/contract/rules'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import { findUploads } from '../../uploads/index.ts'
import { findKnownRecordings } from '../check/recording-queries.ts'
import type { ReleaseMembers } from '../model/release-document.ts'
import type { TrackRecord } from '../model/release-record.ts'
import { findUsedIsrcs, takeIsrcNumbers, takeUpc } from './identifier-queries.ts'

/**
 * Gives a release the identifiers it lacks, from the operator's prefix and pool. An identifier is never assigned twice,
 * and the same audio is never assigned two.
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
    const upc = release.document.upc === undefined ? await takeUpc(trx, release.id) : undefined
    const isrcs = await findIsrcs(trx, { id: release.id, tracks: release.tracks, clock, isrcPrefix })
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

/** As many as requested while the year has some left; tracks that get none keep their finding. */
async function takeIsrcs(trx: TenantTransaction, { prefix, year, count }: WantedIsrcs): Promise<string[]> {
  const found: string[] = []
  while (found.length < count) {
    const numbers = await takeIsrcNumbers(trx, { prefix, year, count: count - found.length })
    if (!numbers) break
    const isrcs = numbers.map((number) => `${prefix}${String(year).padStart(2, '0')}${String(number).padStart(5, '0')}`)
    const used = await findUsedIsrcs(trx, isrcs)
    found.push(...isrcs.filter((isrc) => !used.has(isrc)))
  }
  return found
}
