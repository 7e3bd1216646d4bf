import { type Deal, type Territories, territoryCodes } from '@spindle/contract'
import { availableAt } from '../../releases/index.ts'
import type { DealFilter, ErnInput } from './ern-model.ts'

/**
 * What is offered where, when and how. The deals of a release hold for the whole product; those of a track are what is
 * left of them after its territories, restrictions and availability: sets of territory, model and use, cut into boxes.
 */

/** `codes` are those listed: everywhere but in them, or only in them. Both are in order. */
export interface Area {
  readonly mode: 'exclude' | 'include'
  readonly codes: readonly string[]
}

type Model = Deal['models'][number]
type Use = Deal['uses'][number]

export interface Terms {
  readonly area: Area
  readonly models: readonly Model[]
  readonly uses: readonly Use[]
  /** Without `Z` it is the local time of each territory. */
  readonly start: string
  readonly end: string | undefined
  readonly priceTier: string | undefined
  readonly isPreorder: boolean
  readonly claimPolicy: Deal['claimPolicy']
}

const sorted = (codes: Iterable<string>): string[] => [...new Set(codes)].sort()

export function areaOf(territories: Territories | undefined): Area {
  if (territories === undefined || territories.mode === 'worldwide') return { mode: 'exclude', codes: [] }
  return { mode: territories.mode, codes: sorted(territories.codes ?? []) }
}

const insideOf = ({ mode, codes }: Area): ((code: string) => boolean) => {
  const listed = new Set(codes)
  return (code) => listed.has(code) === (mode === 'include')
}
const invert = ({ mode, codes }: Area): Area => ({ mode: mode === 'include' ? 'exclude' : 'include', codes })

export function intersect(a: Area, b: Area): Area {
  if (a.mode === 'exclude' && b.mode === 'exclude') return { mode: 'exclude', codes: sorted([...a.codes, ...b.codes]) }
  const [listed, other] = a.mode === 'include' ? [a, b] : [b, a]
  return { mode: 'include', codes: listed.codes.filter(insideOf(other)) }
}

export function isNowhere(area: Area): boolean {
  if (area.mode === 'include') return area.codes.length === 0
  return area.codes.length >= territoryCodes.length && !territoryCodes.some(insideOf(area))
}

const isEmpty = ({ area, models, uses }: Terms): boolean => isNowhere(area) || models.length === 0 || uses.length === 0

/** What all stores know, in the pairs that stores sell: no store lets people buy a stream. */
const usualOffers: readonly Pick<Terms, 'models' | 'uses'>[] = [
  { models: ['subscription', 'ad_supported'], uses: ['stream', 'noninteractive_stream'] },
  { models: ['subscription'], uses: ['conditional_download'] },
  { models: ['paid'], uses: ['download'] },
]

type Dated = Pick<ErnInput['release'], 'releaseDate' | 'releaseTime' | 'timeZone'>

const seconds = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z')

/** What is no moment stands as it was written: a draft may hold it, and a finding says so before anything is sent. */
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

/** The second before. */
export function secondBefore(moment: string): string {
  const isLocal = !moment.endsWith('Z')
  const before = seconds(new Date(Date.parse(isLocal ? `${moment}Z` : moment) - 1000))
  return isLocal ? before.slice(0, -1) : before
}

/** The deals of the whole product, in the order of the release. */
export function productTerms({ release }: Pick<ErnInput, 'release'>): Terms[] {
  const area = areaOf(release.territories)
  const written = (release.deals ?? []).map(
    (deal): Terms => ({
      area: intersect(area, areaOf(deal.territories)),
      models: deal.models,
      uses: deal.uses,
      start: startOf(deal.startsAt, release),
      end: deal.endsAt === undefined ? undefined : endOf(deal.endsAt, release),
      priceTier: deal.priceTier,
      isPreorder: deal.preorder ?? false,
      claimPolicy: deal.claimPolicy,
    }),
  )
  const all = release.deals === undefined ? usualTerms(release, area) : written
  const preorder = all.some(({ isPreorder }) => isPreorder) ? [] : preorderTerms(release, area)
  return [...preorder, ...all].filter((terms) => !isEmpty(terms))
}

const plain = { end: undefined, priceTier: undefined, isPreorder: false, claimPolicy: undefined } as const

const usualTerms = (release: ErnInput['release'], area: Area): Terms[] =>
  release.releaseDate === undefined
    ? []
    : usualOffers.map((offer) => ({ ...plain, ...offer, area, start: startOf(release.releaseDate ?? '', release) }))

function preorderTerms(release: ErnInput['release'], area: Area): Terms[] {
  const { preorderDate, releaseDate } = release
  if (preorderDate === undefined || releaseDate === undefined) return []
  const end = secondBefore(startOf(releaseDate, release))
  const start = startOf(preorderDate, release)
  return [{ ...plain, area, models: ['paid'], uses: ['download'], start, end, isPreorder: true }]
}

/** What of the terms concerns a receiver; undefined where nothing does. */
export function takenBy(terms: Terms, { models, uses, territories }: DealFilter): Terms | undefined {
  const taken = {
    ...terms,
    area: intersect(terms.area, areaOf(territories)),
    models: within(terms.models, models),
    uses: within(terms.uses, uses),
  }
  return isEmpty(taken) ? undefined : taken
}

/** The deals of the product, as far as they concern the receiver. */
export const offeredTerms = (input: Pick<ErnInput, 'release'> & { readonly receiver: Takes }): Terms[] =>
  productTerms(input).flatMap((terms) => takenBy(terms, input.receiver.takes ?? {}) ?? [])

type Takes = Pick<ErnInput['receiver'], 'takes'>

interface Box {
  readonly area: Area
  readonly models: readonly Model[] | undefined
  readonly uses: readonly Use[] | undefined
}

const without = <T>(values: readonly T[], taken: readonly T[] | undefined): T[] =>
  taken === undefined ? [] : values.filter((value) => !taken.includes(value))
const within = <T>(values: readonly T[], kept: readonly T[] | undefined): readonly T[] =>
  kept === undefined ? values : values.filter((value) => kept.includes(value))

/** What is left of the terms outside of the box, as terms that do not overlap. */
export function subtract(terms: Terms, box: Box): Terms[] {
  const models = within(terms.models, box.models)
  const uses = within(terms.uses, box.uses)
  const area = intersect(terms.area, box.area)
  if (isEmpty({ ...terms, area, models, uses })) return [terms]
  return [
    { ...terms, area: intersect(terms.area, invert(box.area)) },
    { ...terms, area, models: without(terms.models, box.models) },
    { ...terms, area, models, uses: without(terms.uses, box.uses) },
  ].filter((rest) => !isEmpty(rest))
}

const everywhere: Area = { mode: 'exclude', codes: [] }
const streams: readonly Use[] = ['stream', 'noninteractive_stream', 'conditional_download']

/** What takes a track out of the deals of its release. */
type TrackLimits = Pick<ErnInput['tracks'][number], 'territories' | 'restrictions' | 'availability'>

/** What the track keeps to the release alone: it stays in the product. */
function keptInRelease({ availability = {} }: TrackLimits): Box[] {
  const { stream = true, download = true, albumOnly = false } = availability
  const box = (uses: readonly Use[]): Box => ({ area: everywhere, models: undefined, uses })
  return [...(stream ? [] : [box(streams)]), ...(download && !albumOnly ? [] : [box(['download'])])]
}

const cut = (terms: readonly Terms[], boxes: readonly Box[]): Terms[] =>
  boxes.reduce<Terms[]>((left, box) => left.flatMap((one) => subtract(one, box)), [...terms])

/** Where and for what the recording itself may not be offered, by itself or as part of anything. */
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

/** The deals of a track by itself. Pre-orders are of the product only. */
export const trackTerms = (product: readonly Terms[], track: TrackLimits): Terms[] =>
  cut(
    product.filter(({ isPreorder }) => !isPreorder),
    [...forbidden(track), ...keptInRelease(track)],
  )

/** A release of one track that has no deals of its own: what holds for the track holds for the product. */
export const singleTerms = (product: readonly Terms[], track: ErnInput['tracks'][number]): Terms[] =>
  cut(product, forbidden(track))
