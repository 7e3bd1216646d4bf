import { areaOf, type DealFilter, takenBy } from '@spindle/contract'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import type { MemberChange } from '../../releases/index.ts'
import { offeredTerms, singleTerms, type Terms, trackTerms } from '../ern/deal-terms.ts'
import type { ErnInput } from '../ern/ern-model.ts'

/**
 * What a change of deals and territories is to a store that takes a part of them: what it does not take is not there.
 */

type Release = ErnInput['release']
type Deal = NonNullable<Release['deals']>[number]
type Track = ErnInput['tracks'][number]

export interface ComparedRelease {
  readonly before: Release
  readonly after: Release
  readonly tracks: readonly Track[]
  readonly takes: DealFilter | undefined
}

export function* leaveOutUntaken(
  changes: Iterable<MemberChange>,
  { before, after, tracks, takes }: ComparedRelease,
): Generator<MemberChange> {
  if (takes === undefined) {
    yield* changes
    return
  }
  const receiver = { takes }
  const offered = (release: Release): Terms[] => offeredTerms({ release, receiver })
  const offerings = [before, after].map((release) => ({ release, receiver, product: offered(release) }))
  for (const change of changes) {
    const { member, pointer } = change
    const releaseMember = releaseMembers.find((name) => name === member)
    const trackMember = trackMembers.find((name) => member === `tracks.${name}`)
    const track = tracks[Number(pointer.split('/')[2])]
    if (member === 'deals') yield* withTakenDeals(change, takes)
    else if (releaseMember) {
      const differs = [before, after].some((release) =>
        isFelt(change, (value) => offered({ ...release, [releaseMember]: value })),
      )
      if (differs) yield change
    } else if (trackMember && track) {
      const differs = offerings.some((offering) =>
        isFelt(change, (value) => termsOfTrack(offering, { ...track, [trackMember]: value }, tracks.length)),
      )
      if (differs) yield change
    } else yield change
  }
}

/** Of which a message has nothing but its deals. */
const releaseMembers = ['territories', 'preorderDate'] as const
const trackMembers = ['territories', 'restrictions', 'availability', 'priceTier', 'deals'] as const

const termsOfTrack = (offering: Parameters<typeof trackTerms>[0], track: Track, tracks: number) => [
  trackTerms(offering, track),
  tracks === 1 && singleTerms(offering.product, track),
  // Said of the track itself.
  track.availability?.hidden === true,
]

/** Whether the offered terms differ with this change. */
const isFelt = ({ before, after }: MemberChange, termsWith: (value: unknown) => unknown): boolean =>
  !areSame(termsWith(before ?? undefined), termsWith(after ?? undefined))

/** A deal that is not taken leaves its place empty, so that the others are called by their numbers. */
function* withTakenDeals(change: MemberChange, takes: DealFilter): Generator<MemberChange> {
  const cut = (deals: unknown) => (deals as readonly Deal[] | null)?.map((deal) => takenPart(deal, takes)) ?? null
  const [before, after] = [cut(change.before), cut(change.after)]
  const [old, young] = [withoutPlaces(before), withoutPlaces(after)]
  if (!areSame(old, young))
    yield before && after ? { ...change, before, after } : { ...change, before: old, after: young }
}

const withoutPlaces = (deals: readonly (Deal | null)[] | null) => deals?.filter((deal) => deal !== null) ?? null

function takenPart(deal: Deal, takes: DealFilter): Deal | null {
  const { models, uses } = deal
  const area = areaOf(deal.territories)
  const taken = takenBy({ area, models, uses }, takes)
  if (!taken) return null
  const territories = areSame(taken.area, area) ? deal.territories : (taken.area as Deal['territories'])
  return { ...deal, models: [...taken.models], uses: [...taken.uses], territories }
}

const areSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)
