import {
  type Area,
  areaOf,
  areaOfSet,
  availableAt,
  type Deal,
  intersectAreas,
  isNoOffer,
  type Offer,
  type ProductOffer,
  productOffers,
  type TerritorySet,
  takenBy,
  territorySetOf,
  within,
} from '@spindle/contract'
import type { ErnInput } from './ern-model.ts'

/**
 * What is offered where, when, how and at which price. The deals of a release hold for the whole product; a track by
 * itself has its own deals, or else those of the release at its own price. Its territories, restrictions and
 * availability are cut out of them: sets of territory, model and use, in boxes.
 */

type Model = Deal['models'][number]
type Use = Deal['uses'][number]

export interface Terms extends Offer {
  /** Without `Z` it is the local time of each territory. */
  readonly start: string
  readonly end: string | undefined
  readonly priceTier: string | undefined
  readonly isPreorder: boolean
  readonly claimPolicy: Deal['claimPolicy']
}

const invert = ({ mode, codes }: Area): Area => ({ mode: mode === 'include' ? 'exclude' : 'include', codes })

type Dated = Pick<ErnInput['release'], 'preorderDate' | 'releaseDate' | 'releaseTime' | 'timeZone'>

const seconds = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z')

/**
 * An invalid time stays as it was written: a draft may contain one, and a finding reports it before anything is sent.
 */
function momentOf(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : seconds(at)
}

/** A day as the moment it begins: local everywhere, or one moment where the release has a zone. */
function startOf(day: string, { releaseDate, releaseTime, timeZone }: Dated): string {
  if (day.length > 10) return momentOf(day)
  const time = day === releaseDate ? (releaseTime ?? '00:00') : '00:00'
  const at = timeZone === undefined ? undefined : availableAt({ releaseDate: day, releaseTime: time, timeZone })
  return at ? seconds(at) : `${day}T${time}:00`
}

/** The last moment: a day counts to its end. */
function endOf(day: string, { timeZone }: Dated): string {
  if (day.length > 10) return momentOf(day)
  const lastMinute =
    timeZone === undefined ? undefined : availableAt({ releaseDate: day, releaseTime: '23:59', timeZone })
  return lastMinute ? seconds(new Date(lastMinute.getTime() + 59_000)) : `${day}T23:59:59`
}

/** The second before; a text that is not a moment stays as it is. */
export function secondBefore(moment: string): string {
  const isLocal = !moment.endsWith('Z')
  const at = Date.parse(isLocal ? `${moment}Z` : moment)
  if (Number.isNaN(at)) return moment
  const before = seconds(new Date(at - 1000))
  return isLocal ? before.slice(0, -1) : before
}

/** The deals of the whole product, in the order of the release. */
export const productTerms = ({ release }: Pick<ErnInput, 'release'>): Terms[] =>
  productOffers(release).map((offer) => termsOf(offer, release))

const termsOf = ({ area, models, uses, deal, isPreorder }: ProductOffer, release: Dated): Terms => ({
  area,
  models,
  uses,
  ...(deal ? periodOf(deal, release) : usualPeriod(release, isPreorder)),
  priceTier: deal?.priceTier,
  isPreorder,
  claimPolicy: deal?.claimPolicy,
})

/** A pre-order that names no end is over with the release. */
function periodOf({ startsAt, endsAt, preorder }: Deal, release: Dated): Pick<Terms, 'start' | 'end'> {
  const start = startOf(startsAt, release)
  if (endsAt !== undefined) return { start, end: endOf(endsAt, release) }
  const { releaseDate } = release
  const isOpen = preorder === true && releaseDate !== undefined
  return { start, end: isOpen ? secondBefore(startOf(releaseDate, release)) : undefined }
}

/** From the release date on, or before it. */
function usualPeriod(release: Dated, isPreorder: boolean): Pick<Terms, 'start' | 'end'> {
  const start = startOf(release.releaseDate ?? '', release)
  if (!isPreorder) return { start, end: undefined }
  return { start: startOf(release.preorderDate ?? '', release), end: secondBefore(start) }
}

type Takes = Pick<ErnInput['receiver'], 'takes'>
type Offering = Pick<ErnInput, 'release'> & { readonly receiver: Takes }

const takenTerms = (all: readonly Terms[], { takes = {} }: Takes): Terms[] =>
  all.flatMap((terms) => takenBy(terms, takes) ?? [])

/** The deals of the product, as far as they concern the receiver. */
export const offeredTerms = (input: Offering): Terms[] => takenTerms(productTerms(input), input.receiver)

/** The track's own deals, as far as they concern the receiver; undefined where it has those of the release. */
export function ownTerms({ release, receiver }: Offering, { deals }: TrackOffer): Terms[] | undefined {
  if (deals === undefined) return undefined
  const { territories } = release
  const all = productOffers({ territories, deals }).map((offer) => termsOf(offer, release))
  return takenTerms(all, receiver)
}

interface Box {
  readonly area: Area
  readonly models: readonly Model[] | undefined
  readonly uses: readonly Use[] | undefined
}

const without = <T>(values: readonly T[], taken: readonly T[] | undefined): T[] =>
  taken === undefined ? [] : values.filter((value) => !taken.includes(value))

/** What is left of the terms outside of the box, as terms that do not overlap. */
export function subtract(terms: Terms, box: Box): Terms[] {
  const models = within(terms.models, box.models)
  const uses = within(terms.uses, box.uses)
  const area = intersectAreas(terms.area, box.area)
  if (isNoOffer({ ...terms, area, models, uses })) return [terms]
  return [
    { ...terms, area: intersectAreas(terms.area, invert(box.area)) },
    { ...terms, area, models: without(terms.models, box.models) },
    { ...terms, area, models, uses: without(terms.uses, box.uses) },
  ].filter((rest) => !isNoOffer(rest))
}

const everywhere: Area = { mode: 'exclude', codes: [] }
const streams: readonly Use[] = ['stream', 'noninteractive_stream', 'conditional_download']

/** What takes a track out of the deals of its release. */
type TrackLimits = Pick<ErnInput['tracks'][number], 'territories' | 'restrictions' | 'availability'>

/** Everything that determines how a track is offered separately. */
export type TrackOffer = TrackLimits & Pick<ErnInput['tracks'][number], 'priceTier' | 'deals'>

/** What the track keeps to the release alone: it stays in the product. */
function keptInRelease({ availability = {} }: TrackLimits): Box[] {
  const { stream = true, download = true, albumOnly = false } = availability
  const box = (uses: readonly Use[]): Box => ({ area: everywhere, models: undefined, uses })
  return [...(stream ? [] : [box(streams)]), ...(download && !albumOnly ? [] : [box(['download'])])]
}

const cut = (terms: readonly Terms[], boxes: readonly Box[]): Terms[] =>
  terms.flatMap((whole) => {
    const left = boxes.reduce<Terms[]>((parts, box) => parts.flatMap((part) => subtract(part, box)), [whole])
    return left.length === 1 && left[0] === whole ? left : unite(whole, left)
  })

/** Parts of the same terms in as few boxes as follow from what they offer, however they were cut. */
function unite(whole: Terms, parts: readonly Terms[]): Terms[] {
  const byPlaces = new Map<TerritorySet, Map<Use, Model[]>>()
  for (const use of whole.uses)
    for (const model of whole.models) {
      const places = parts
        .filter(({ models, uses }) => models.includes(model) && uses.includes(use))
        .reduce((all, { area }) => all | territorySetOf(area), 0n)
      if (places === 0n) continue
      const uses = byPlaces.get(places) ?? new Map<Use, Model[]>()
      uses.set(use, [...(uses.get(use) ?? []), model])
      byPlaces.set(places, uses)
    }
  return [...byPlaces].flatMap(([places, uses]) =>
    [...Map.groupBy(uses, ([, models]) => models.join()).values()].map((same) => ({
      ...whole,
      area: areaOfSet(places),
      models: same[0]?.[1] ?? [],
      uses: same.map(([use]) => use),
    })),
  )
}

/** Where and for what the recording itself may not be offered, separately or as part of a release. */
const forbidden = ({ territories, restrictions = [] }: TrackLimits): Box[] => [
  { area: invert(areaOf(territories)), models: undefined, uses: undefined },
  ...restrictions.map(
    (restriction): Box => ({
      area: areaOf(restriction.territories),
      models: restriction.models,
      uses: restriction.uses,
    }),
  ),
]

/** At the price of the track: what has a price code gets another, and what is sold without one gets it. */
const atPrice = (terms: Terms, priceTier: string): Terms[] => {
  if (terms.priceTier !== undefined) return [{ ...terms, priceTier }]
  const others = terms.models.filter((model) => model !== 'paid')
  if (others.length === terms.models.length) return [terms]
  const sold: Terms = { ...terms, models: ['paid'], priceTier }
  return others.length === 0 ? [sold] : [{ ...terms, models: others }, sold]
}

/** The deals of a separate track. Pre-orders are only for the product, unless the track has its own deals. */
export function trackTerms(offering: Offering & { readonly product: readonly Terms[] }, track: TrackOffer): Terms[] {
  const { priceTier } = track
  const shared = () => offering.product.filter(({ isPreorder }) => !isPreorder)
  const priced = () => (priceTier === undefined ? shared() : shared().flatMap((terms) => atPrice(terms, priceTier)))
  return cut(ownTerms(offering, track) ?? priced(), [...forbidden(track), ...keptInRelease(track)])
}

/** A release of one track without its own deals: what holds for the track holds for the product. */
export const singleTerms = (product: readonly Terms[], track: ErnInput['tracks'][number]): Terms[] =>
  cut(product, forbidden(track))
