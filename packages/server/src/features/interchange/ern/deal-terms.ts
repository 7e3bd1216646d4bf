import {
  type Area,
  areaOf,
  type Deal,
  intersectAreas,
  isNoOffer,
  type Offer,
  productOffers,
  takenBy,
  within,
} from '@spindle/contract'
import { availableAt } from '../../releases/index.ts'
import type { ErnInput } from './ern-model.ts'

/**
 * What is offered where, when and how. The deals of a release hold for the whole product; those of a track are what is
 * left of them after its territories, restrictions and availability: sets of territory, model and use, cut into boxes.
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
export const productTerms = ({ release }: Pick<ErnInput, 'release'>): Terms[] =>
  productOffers(release).map(({ area, models, uses, deal, isPreorder }) => ({
    area,
    models,
    uses,
    ...(deal ? periodOf(deal, release) : usualPeriod(release, isPreorder)),
    priceTier: deal?.priceTier,
    isPreorder,
    claimPolicy: deal?.claimPolicy,
  }))

const periodOf = ({ startsAt, endsAt }: Deal, release: Dated): Pick<Terms, 'start' | 'end'> => ({
  start: startOf(startsAt, release),
  end: endsAt === undefined ? undefined : endOf(endsAt, release),
})

/** From the release date on, or before it. */
function usualPeriod(release: Dated, isPreorder: boolean): Pick<Terms, 'start' | 'end'> {
  const start = startOf(release.releaseDate ?? '', release)
  if (!isPreorder) return { start, end: undefined }
  return { start: startOf(release.preorderDate ?? '', release), end: secondBefore(start) }
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
