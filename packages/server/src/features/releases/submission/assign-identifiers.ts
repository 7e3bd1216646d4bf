import type { Clock } from '../../../platform/clock.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { ReleaseMembers } from '../model/release-document.ts'
import type { TrackRecord } from '../model/release-record.ts'
import { findUsedIsrcs, takeIsrcNumbers, takeUpc } from './identifier-queries.ts'

/**
 * Gives a release the identifiers it lacks, from the operator's prefix and pool. An identifier is never assigned twice.
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
    const lacking = release.tracks.filter(({ document }) => document.isrc === undefined).length
    const isrcs =
      isrcPrefix === undefined ? [] : await takeIsrcs(trx, { prefix: isrcPrefix, year: yearOf(clock), count: lacking })
    return {
      document: upc === undefined ? release.document : { ...release.document, upc },
      tracks: release.tracks.map((track) => {
        const isrc = track.document.isrc ?? isrcs.shift()
        return isrc === undefined ? track : { ...track, document: { ...track.document, isrc } }
      }),
      hasChanged: upc !== undefined || (lacking > 0 && isrcPrefix !== undefined),
    }
  },
})

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
