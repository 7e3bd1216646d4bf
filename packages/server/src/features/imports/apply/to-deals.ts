import type { ReleaseInput } from '@spindle/contract'
import { limits } from '@spindle/contract'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import { productTerms, secondBefore, type Terms, type TrackOffer, trackTerms } from '../../interchange/index.ts'
import type { ReadTerms } from '../reader/reading.ts'
import {
  areaSetOf,
  areEqual,
  atPrice,
  cutRestrictions,
  haveSameReach,
  keepTerritories,
  type OfferSet,
  restrictionsBetween,
  sharedTerritories,
  toOfferSet,
} from './offer-sets.ts'

/**
 * Converts the deals of a message to those of a release. All forms are tried, starting with the shortest. The first one
 * from which the hub would generate the same offer is used, so the two directions stay consistent.
 */

export type Offered = Pick<
  ReleaseInput,
  'deals' | 'territories' | 'preorderDate' | 'releaseDate' | 'releaseTime' | 'timeZone'
>
type Deal = NonNullable<ReleaseInput['deals']>[number]

const dayMs = 86_400_000
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
const isInstant = (moment: string): boolean => moment.endsWith('Z')

/** A date means its midnight; on the release date the time of the release. */
const startOf = (moment: string): string => (isInstant(moment) ? moment : moment.slice(0, 10))

/** A date includes the whole day. */
function endOf(moment: string): string {
  if (isInstant(moment)) return moment
  return moment.slice(11) === '00:00:00' ? dayBefore(moment.slice(0, 10)) : moment.slice(0, 10)
}

const byStart = (a: string, b: string): number => (a.slice(0, 10) < b.slice(0, 10) ? -1 : 1)

/** The local moment at which a pre-order ends: the time of the release. */
function momentAfter(end: string): string {
  const at = Date.parse(`${end}Z`)
  return Number.isNaN(at) ? end : new Date(at + 1000).toISOString().slice(0, 19)
}

/** The release date, and the time on that day at which the first deal begins or the pre-order ends. */
function dateOf(
  given: string | undefined,
  offers: readonly ReadTerms[],
  ofTracks: readonly ReadTerms[],
): Pick<Offered, 'releaseDate' | 'releaseTime'> {
  const starts = offers.flatMap(({ start, isPreorder }) => (start === null || isPreorder ? [] : [start]))
  const releaseDate = given ?? starts.toSorted(byStart)[0]?.slice(0, 10)
  if (releaseDate === undefined) return {}
  const over = offers.flatMap(({ end, isPreorder }) =>
    isPreorder && end !== null && end.length > 10 && !isInstant(end) ? [momentAfter(end)] : [],
  )
  const time = [...starts, ...over, ...ofTracks.flatMap(({ start }) => start ?? [])]
    .find((moment) => moment.startsWith(`${releaseDate}T`) && !isInstant(moment))
    ?.slice(11, 16)
  return { releaseDate, ...(time === undefined || time === '00:00' ? {} : { releaseTime: time }) }
}

const toDeal = (terms: ReadTerms, { releaseDate, releaseTime }: Offered): Deal[] => {
  const startsAt = terms.start === null ? releaseDate : startOf(terms.start)
  if (startsAt === undefined) return []
  const { end, priceTier, isPreorder, claimPolicy, territories, models, uses } = terms
  // The local time of the release has no representation of its own, and pre-orders are over by then anyway.
  const isRelease = (moment: string): boolean =>
    releaseTime !== undefined && momentAfter(moment) === `${releaseDate}T${releaseTime}:00`
  return [
    {
      territories,
      startsAt,
      ...(end === null || (isPreorder && isRelease(end)) ? {} : { endsAt: endOf(end) }),
      models,
      uses,
      ...(priceTier === null ? {} : { priceTier }),
      ...(isPreorder ? { preorder: true } : {}),
      ...(claimPolicy === null ? {} : { claimPolicy }),
    },
  ]
}

const contentOf = (offered: Offered) => ({ title: '', type: 'single' as const, ...offered })
const termsOf = (offered: Offered): Terms[] => productTerms({ release: contentOf(offered) })

const territoriesOfAll = (deals: readonly Deal[]): Pick<Offered, 'territories'>[] => {
  const [first, ...others] = deals
  if (!first || others.some((deal) => JSON.stringify(deal.territories) !== JSON.stringify(first.territories))) return []
  return [first.territories.mode === 'worldwide' ? {} : { territories: first.territories }]
}

/** Only the pre-order date and the territories, if they express all deals. */
function shorterWays({ deals = [], ...date }: Offered): Offered[] {
  const preorder = deals.find((deal) => deal.preorder === true)
  const others = deals.filter((deal) => deal !== preorder)
  const preorderDate = preorder?.startsAt.length === 10 ? { preorderDate: preorder.startsAt } : undefined
  const shared = territoriesOfAll(deals).flatMap((territories) => [
    { ...date, ...territories },
    ...(preorderDate ? [{ ...date, ...territories, ...preorderDate }] : []),
  ])
  // Its end is the release date, to the minute.
  const withDeals = territoriesOfAll(preorder ? [preorder] : []).map((territories) => ({
    ...date,
    ...territories,
    ...preorderDate,
    deals: others,
  }))
  return [...shared, ...(preorderDate ? withDeals : [])]
}

/** As in the message, to the second. */
function exactTerms(terms: ReadTerms, offered: Offered): Terms {
  const { territories, start, end, priceTier, isPreorder, claimPolicy, models, uses } = terms
  const { mode, codes = [] } = territories
  const from = start ?? startOfRelease(offered)
  const lastDay = end === null || isInstant(end) ? undefined : endOf(end)
  const impliedEnd = isPreorder && offered.releaseDate !== undefined ? secondBefore(startOfRelease(offered)) : undefined
  const isWholeDay = end !== null && (end.length === 10 || end.endsWith('T00:00:00'))
  return {
    area: { mode: mode === 'include' ? 'include' : 'exclude', codes: [...codes].sort() },
    models,
    uses,
    start: from.length === 10 ? `${from}T00:00:00` : from,
    end: end === null ? impliedEnd : isWholeDay ? `${lastDay}T23:59:59` : end,
    priceTier: priceTier ?? undefined,
    isPreorder,
    claimPolicy: claimPolicy ?? undefined,
  }
}

/** A deal without a start begins with the release. */
const startOfRelease = ({ releaseDate = '', releaseTime, timeZone }: Offered): string => {
  const date = { releaseDate, ...(releaseTime && { releaseTime }), ...(timeZone && { timeZone }) }
  return termsOf(date)[0]?.start ?? releaseDate
}

const setOf = (terms: readonly ReadTerms[], offered: Offered): OfferSet =>
  toOfferSet(terms.map((one) => exactTerms(one, offered)))

/** The release's terms. */
export const maxDeals = 100

export interface FoundOffer {
  /**
   * The possible forms for the release, the best first. The last one always exists, and expresses as much as possible.
   */
  readonly ways: readonly Offered[]
  /** The parts of the message that no form can express, in words for people. */
  readonly unsaid: readonly string[]
}

/** The deals of a message, and its release date. */
export interface ReadOffer {
  readonly releaseDate: string | undefined
  readonly ofRelease: readonly ReadTerms[]
  readonly ofTracks: readonly ReadTerms[]
}

/** `before` is the release's present form: it stays if it is equivalent. */
export function findOffer(
  { releaseDate, ofRelease: offers, ofTracks }: ReadOffer,
  before: Offered | undefined,
): FoundOffer {
  const date = dateOf(releaseDate, offers, ofTracks)
  const deals = offers.flatMap((one) => toDeal(one, date))
  const written: Offered = { ...date, deals: deals.slice(0, maxDeals) }
  const asBefore = before ? [{ ...pickOffered(before), ...withoutUndefined({ releaseDate: date.releaseDate }) }] : []
  const wanted = setOf(offers, date)
  const [found] = [...asBefore, ...shorterWays(written), written].filter((way) =>
    areEqual(toOfferSet(termsOf(way)), wanted),
  )
  if (found) return { ways: found === written ? [written] : [found, written], unsaid: [] }
  const unsaid = listUnsaid('The release', offers, date)
  return { ways: [written], unsaid: deals.length > maxDeals ? [tooMany, ...unsaid] : unsaid }
}

/** For a track whose deals cannot be expressed by any form above. */
export function listUnsaidOfTrack(index: number, terms: readonly ReadTerms[], offered: Offered): string[] {
  const whose = `Track ${index + 1}`
  const { maxDealsPerTrack } = limits
  return terms.length > maxDealsPerTrack
    ? [`${whose} has more than ${maxDealsPerTrack} own deals. It is not offered separately.`]
    : listUnsaid(whose, terms, offered)
}

const tooMany = `The message has more than ${maxDeals} deals for the release. The rest were not imported.`

/** Everything that a deal of a release cannot express, each separately. */
const listUnsaid = (whose: string, terms: readonly ReadTerms[], offered: Offered): string[] =>
  terms
    .filter((one) => {
      const { releaseDate, releaseTime, timeZone } = offered
      const deals = toDeal(one, offered)
      const said = termsOf(withoutUndefined({ releaseDate, releaseTime, timeZone, deals }))
      return !areEqual(toOfferSet(said), setOf([one], offered))
    })
    .map((one) => `${whose}: the hub does not support the deal ${describeTerms(one)}.`)

function describeTerms({ territories, models, uses, start, end, priceTier }: ReadTerms): string {
  const { mode, codes = [] } = territories
  const shown = codes.length > 5 ? `${codes.slice(0, 5).join(', ')} and ${codes.length - 5} more` : codes.join(', ')
  const where = mode === 'worldwide' ? 'worldwide' : mode === 'include' ? `in ${shown}` : `everywhere except ${shown}`
  const until = end === null ? '' : ` to ${end}`
  const price = priceTier === null ? '' : `, price tier ${priceTier}`
  return `${uses.join(', ')} by ${models.join(', ')} ${where} from ${start ?? 'the release date'}${until}${price}`
}

const pickOffered = ({ deals, territories, preorderDate, releaseTime, timeZone }: Offered): Offered =>
  withoutUndefined({ deals, territories, preorderDate, releaseTime, timeZone })

const withoutUndefined = (offered: { [K in keyof Offered]: Offered[K] | undefined }): Offered =>
  Object.fromEntries(Object.entries(offered).filter(([, value]) => value !== undefined)) as Offered

const plain: readonly TrackOffer[] = [
  {},
  { availability: { albumOnly: true } },
  { availability: { stream: false } },
  { availability: { download: false } },
  { availability: { stream: false, download: false } },
]

interface Way {
  readonly offer: TrackOffer
  readonly set: OfferSet
}

/**
 * Finds a form in which a track is offered as in the message; undefined if there is none. `own` is an index in `deals`:
 * tracks with the same offer are processed once.
 */
export function trackOfferFinder(offered: Offered, deals: readonly (readonly ReadTerms[])[]) {
  const release = contentOf(offered)
  const offering = { release, receiver: {}, product: productTerms({ release }) }
  const wayOf = (offer: TrackOffer): Way => ({ offer, set: toOfferSet(trackTerms(offering, offer)) })
  const shared = plain.map(wayOf)
  const find = (own: readonly ReadTerms[], before: TrackOffer | undefined): TrackOffer | undefined => {
    const wanted = setOf(own, offered)
    const says = ({ set }: Way): boolean => areEqual(set, wanted)
    if (before && says(wayOf(before))) return before
    const near = [...shared, ...narrow(shared, wanted)].filter(({ set }) => haveSameReach(set, wanted))
    const found = near.find(says) ?? atPriceOf(own, near).find(says)
    if (found) return found.offer
    const apart = own.flatMap((one) => toDeal(one, offered))
    if (apart.length > limits.maxDealsPerTrack) return undefined
    const itself = wayOf({ deals: apart })
    return says(itself) ? itself.offer : undefined
  }
  const found = new Map<string, TrackOffer | undefined>()
  return (own: number, before: TrackOffer | undefined): TrackOffer | undefined => {
    const key = `${own} ${canonicalJson(before)}`
    if (!found.has(key)) found.set(key, find(deals[own] ?? [], before))
    return found.get(key)
  }
}

/** The same forms in the territories of the track, and the first one with restrictions. */
function narrow(ways: readonly Way[], wanted: OfferSet): Way[] {
  const territories = sharedTerritories(wanted)
  const inside = territories
    ? ways.map(({ offer, set }) => ({
        offer: { ...offer, territories },
        set: keepTerritories(set, areaSetOf(territories)),
      }))
    : []
  const [whole] = ways
  // A track that is not offered separately may still be part of the release, and a restriction would also forbid that.
  if (!whole || wanted.size === 0) return inside
  const restrictions = restrictionsBetween(whole.set, wanted)
  return [...inside, { offer: { ...whole.offer, restrictions }, set: cutRestrictions(whole.set, restrictions) }]
}

/** The same forms with the one price code of the track. */
function atPriceOf(own: readonly ReadTerms[], ways: readonly Way[]): Way[] {
  const [priceTier, other] = new Set(own.flatMap((terms) => terms.priceTier ?? []))
  if (priceTier === undefined || other !== undefined) return []
  return ways.map(({ offer, set }) => ({ offer: { ...offer, priceTier }, set: atPrice(set, priceTier) }))
}
