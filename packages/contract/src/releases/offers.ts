import { territoryCodes } from '../codes/territory-codes.ts'
import type { Deal, Territories } from './release-parts.ts'

/**
 * What a release offers where and how, and what of it a store takes: sets of territory, model and use. Checks and messages
 * read it here, so that they all use the same deals.
 */

/** `codes` are those listed: everywhere but in them, or only in them. Both are in order. */
export interface Area {
  readonly mode: 'exclude' | 'include'
  readonly codes: readonly string[]
}

export interface Offer {
  readonly area: Area
  readonly models: readonly Deal['models'][number][]
  readonly uses: readonly Deal['uses'][number][]
}

/** What of the deals concerns a store; what is left out is not a limit. */
export interface DealFilter {
  readonly models?: Offer['models'] | undefined
  readonly uses?: Offer['uses'] | undefined
  readonly territories?: Territories | undefined
}

/** The deal of the offer; a pre-order that only a date makes, and an offer without deals, have none. */
export interface ProductOffer extends Offer {
  readonly deal?: Deal | undefined
  /** Its place in `deals`. */
  readonly index?: number | undefined
  readonly isPreorder: boolean
}

interface Offering {
  readonly territories?: Territories | undefined
  readonly deals?: readonly Deal[] | undefined
  readonly releaseDate?: string | undefined
  readonly preorderDate?: string | undefined
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

export function intersectAreas(a: Area, b: Area): Area {
  if (a.mode === 'exclude' && b.mode === 'exclude') return { mode: 'exclude', codes: sorted([...a.codes, ...b.codes]) }
  const [listed, other] = a.mode === 'include' ? [a, b] : [b, a]
  return { mode: 'include', codes: listed.codes.filter(insideOf(other)) }
}

function isNowhere(area: Area): boolean {
  if (area.mode === 'include') return area.codes.length === 0
  return area.codes.length >= territoryCodes.length && !territoryCodes.some(insideOf(area))
}

export const isNoOffer = ({ area, models, uses }: Offer): boolean =>
  isNowhere(area) || models.length === 0 || uses.length === 0

/** What all stores support, in the pairs that stores sell: no store lets people buy a stream. */
const usualOffers: readonly Pick<Offer, 'models' | 'uses'>[] = [
  { models: ['subscription', 'ad_supported'], uses: ['stream', 'noninteractive_stream'] },
  { models: ['subscription'], uses: ['conditional_download'] },
  { models: ['paid'], uses: ['download'] },
]

/** What the whole product is offered for, in the order of the release. */
export function productOffers(release: Offering): ProductOffer[] {
  const area = areaOf(release.territories)
  const hasDate = release.releaseDate !== undefined
  const usual = hasDate ? usualOffers.map((offer): ProductOffer => ({ ...offer, area, isPreorder: false })) : []
  const all = release.deals?.map(offerOf(area)) ?? usual
  const hasOwnPreorder = all.some(({ isPreorder }) => isPreorder)
  const preorder: ProductOffer[] =
    release.preorderDate === undefined || !hasDate || hasOwnPreorder
      ? []
      : [{ area, models: ['paid'], uses: ['download'], isPreorder: true }]
  return [...preorder, ...all].filter((offer) => !isNoOffer(offer))
}

const offerOf =
  (area: Area) =>
  (deal: Deal, index: number): ProductOffer => ({
    area: intersectAreas(area, areaOf(deal.territories)),
    models: deal.models,
    uses: deal.uses,
    deal,
    index,
    isPreorder: deal.preorder ?? false,
  })

/** The values that are kept; without a list all are. */
export const within = <T>(values: readonly T[], kept: readonly T[] | undefined): readonly T[] =>
  kept === undefined ? values : values.filter((value) => kept.includes(value))

/** The part of an offer that concerns a store; undefined if no part does. */
export function takenBy<T extends Offer>(offer: T, { models, uses, territories }: DealFilter): T | undefined {
  const part = { ...offer, models: within(offer.models, models), uses: within(offer.uses, uses) }
  // There are hundreds of territories, so the cheap checks come first.
  if (isNoOffer(part)) return undefined
  const taken = { ...part, area: intersectAreas(offer.area, areaOf(territories)) }
  return isNoOffer(taken) ? undefined : taken
}
