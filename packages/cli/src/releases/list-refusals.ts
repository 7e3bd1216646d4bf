import type { Delivery, Release } from '@spindle/client'
import { type Output, sanitizeText } from '../output/terminal-output.ts'

/** What outlets did not take: whole releases, and single tracks of releases they did take. */

/** What one outlet did not take. */
export interface Refusal {
  readonly outlet: string
  /** The place of the track in play order, from 1, and its title; undefined for the whole release. */
  readonly track: { readonly number: number; readonly title: string | undefined } | undefined
  /** `refused`: the outlet decided so. `failed`: it could not be delivered. */
  readonly status: 'refused' | 'failed'
  readonly code: string | undefined
  readonly message: string | undefined
  readonly fix: string | undefined
}

type Delivered = Pick<Release, 'deliveries'> & { readonly tracks?: Release['tracks'] | undefined }

/** In the order of the deliveries. The tracks of a delivery that failed as a whole are not listed beside it. */
export const listRefusals = ({ deliveries, tracks }: Delivered): readonly Refusal[] =>
  deliveries.flatMap((delivery) => {
    const { outlet, status, reason } = delivery
    if (isRefused(status))
      return [
        {
          outlet: outlet.name,
          track: undefined,
          status,
          code: reason?.code,
          message: reason?.message,
          fix: undefined,
        },
      ]
    return listRefusedTracks(delivery, tracks ?? [])
  })

function listRefusedTracks(delivery: Delivery, tracks: Release['tracks']): readonly Refusal[] {
  return delivery.tracks.flatMap(({ trackId, status, finding }, index) => {
    if (!isRefused(status)) return []
    const place = tracks.findIndex(({ id }) => id === trackId)
    // In play order, as `deliveries` counts, which ignores discs.
    const track = { number: (place === -1 ? index : place) + 1, title: tracks[place]?.title }
    return [
      {
        outlet: delivery.outlet.name,
        track,
        status,
        code: finding?.code,
        message: finding?.message,
        fix: finding?.fix,
      },
    ]
  })
}

const isRefused = (status: string): status is Refusal['status'] => status === 'refused' || status === 'failed'

/** `✖ Sandbox refused track 2 "Slow Tide": The file is damaged.  [resource_corrupt]`, and the fix below. */
export const formatRefusals = (refusals: readonly Refusal[], { paint }: Pick<Output, 'paint'>): readonly string[] =>
  refusals.flatMap((refusal) => {
    const code = refusal.code === undefined ? '' : `  ${paint('dim', `[${sanitizeText(refusal.code)}]`)}`
    const line = `${paint('red', '✖')} ${sanitizeText(describeRefusal(refusal))}${code}`
    return refusal.fix === undefined || refusal.fix === '' ? [line] : [line, `  ${sanitizeText(refusal.fix)}`]
  })

/** `Sandbox refused track 2 "Slow Tide": The file is damaged.` */
export function describeRefusal({ outlet, track, status, message }: Refusal): string {
  const title = track?.title === undefined ? '' : ` "${track.title}"`
  const what = track === undefined ? 'the release' : `track ${track.number}${title}`
  const words = status === 'refused' ? `${outlet} refused ${what}` : `The delivery of ${what} to ${outlet} failed`
  return message === undefined ? words : `${words}: ${message}`
}

/** The reason of a delivery in one cell of a table: of the whole, else of its tracks. */
export const describeReason = (delivery: Delivery): string | undefined => {
  const reasons = listRefusals({ deliveries: [delivery] }).map(({ track, message, code }) => {
    const why = message ?? code ?? 'no reason given'
    return track === undefined ? why : `track ${track.number}: ${why}`
  })
  return reasons.length > 0 ? reasons.join('; ') : delivery.reason?.message
}
