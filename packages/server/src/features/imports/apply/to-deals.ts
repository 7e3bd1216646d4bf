import type { ReleaseInput, TrackInput } from '@spindle/contract'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import { productTerms, type Terms, trackTerms } from '../../interchange/index.ts'
import type { ReadTerms } from '../reader/reading.ts'

/**
 * Deals of a message as a release says them. Whether a shorter way says the same is decided by what the hub itself would
 * write of it: the two sides cannot drift apart.
 */

type Offered = Pick<ReleaseInput, 'deals' | 'territories' | 'preorderDate' | 'releaseDate' | 'releaseTime' | 'timeZone'>
type Limits = Pick<TrackInput, 'territories' | 'restrictions' | 'availability'>
type Deal = NonNullable<ReleaseInput['deals']>[number]

const dayMs = 86_400_000
const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
const isInstant = (moment: string): boolean => moment.endsWith('Z')

/** A day stands for its midnight; on the day of the release for the time of the release. */
const startOf = (moment: string): string => (isInstant(moment) ? moment : moment.slice(0, 10))

/** A day counts to its end. */
function endOf(moment: string): string {
  if (isInstant(moment)) return moment
  return moment.slice(11) === '00:00:00' ? dayBefore(moment.slice(0, 10)) : moment.slice(0, 10)
}

const byStart = (a: string, b: string): number => (a.slice(0, 10) < b.slice(0, 10) ? -1 : 1)

/** The release date, and the time of that day at which the first deal begins. */
function dateOf(given: string | undefined, offers: readonly ReadTerms[]): Pick<Offered, 'releaseDate' | 'releaseTime'> {
  const starts = offers.flatMap(({ start, isPreorder }) => (start === null || isPreorder ? [] : [start]))
  const releaseDate = given ?? starts.toSorted(byStart)[0]?.slice(0, 10)
  if (releaseDate === undefined) return {}
  const time = starts.find((start) => start.startsWith(`${releaseDate}T`) && !isInstant(start))?.slice(11, 16)
  return { releaseDate, ...(time === undefined || time === '00:00' ? {} : { releaseTime: time }) }
}

const toDeal = (terms: ReadTerms, releaseDate: string | undefined): Deal[] => {
  const startsAt = terms.start === null ? releaseDate : startOf(terms.start)
  if (startsAt === undefined) return []
  const { end, priceTier, isPreorder, claimPolicy, territories, models, uses } = terms
  return [
    {
      territories,
      startsAt,
      ...(end === null ? {} : { endsAt: endOf(end) }),
      models,
      uses,
      ...(priceTier === null ? {} : { priceTier }),
      ...(isPreorder ? { preorder: true } : {}),
      ...(claimPolicy === null ? {} : { claimPolicy }),
    },
  ]
}

/** What the hub would offer, in an order of its own. */
const keyOf = (terms: readonly Terms[]): string => JSON.stringify(terms.map((one) => canonicalJson(one)).sort())
const termsOf = (offered: Offered): Terms[] => productTerms({ release: { title: '', type: 'single', ...offered } })

const sharedTerritories = (deals: readonly Deal[]): Pick<Offered, 'territories'>[] => {
  const [first, ...others] = deals
  if (!first || others.some((deal) => JSON.stringify(deal.territories) !== JSON.stringify(first.territories))) return []
  return [first.territories.mode === 'worldwide' ? {} : { territories: first.territories }]
}

/** The pre-order date and the territories alone, where they say all that the deals do. */
function shorterWays({ deals = [], ...date }: Offered): Offered[] {
  const preorder = deals.find((deal) => deal.preorder === true)
  const others = deals.filter((deal) => deal !== preorder)
  const preorderDate = preorder?.startsAt.length === 10 ? { preorderDate: preorder.startsAt } : undefined
  return sharedTerritories(deals).flatMap((territories) => [
    { ...date, ...territories },
    ...(preorderDate
      ? [
          { ...date, ...territories, ...preorderDate },
          { ...date, ...preorderDate, deals: others },
        ]
      : []),
  ])
}

/** As the message says it, to the second. */
function exactTerms(terms: ReadTerms, { releaseDate, releaseTime = '00:00' }: Offered): Terms {
  const { territories, start, end, priceTier, isPreorder, claimPolicy, models, uses } = terms
  const { mode, codes = [] } = territories
  const from = start ?? `${releaseDate}T${releaseTime}:00`
  const lastDay = end === null || isInstant(end) ? undefined : endOf(end)
  const isWholeDay = end !== null && (end.length === 10 || end.endsWith('T00:00:00'))
  return {
    area: { mode: mode === 'include' ? 'include' : 'exclude', codes: [...codes].sort() },
    models,
    uses,
    start: from.length === 10 ? `${from}T00:00:00` : from,
    end: end === null ? undefined : isWholeDay ? `${lastDay}T23:59:59` : end,
    priceTier: priceTier ?? undefined,
    isPreorder,
    claimPolicy: claimPolicy ?? undefined,
  }
}

export interface FoundOffer {
  readonly offered: Offered
  /** False where it says something else than the message: times of day were rounded to days, or there was no room. */
  readonly isExact: boolean
  readonly isShortened: boolean
}

/** Of a release. */
export const maxDeals = 100

/** `before` is how the release said it so far: it stays where it says the same. */
export function toOffered(
  given: string | undefined,
  offers: readonly ReadTerms[],
  before: Offered | undefined,
): FoundOffer {
  const date = dateOf(given, offers)
  const deals = offers.flatMap((one) => toDeal(one, date.releaseDate))
  const written: Offered = { ...date, deals: deals.slice(0, maxDeals) }
  const asBefore = before ? [{ ...pickOffered(before), ...withoutUndefined({ releaseDate: date.releaseDate }) }] : []
  const wanted = keyOf(offers.map((one) => exactTerms(one, date)))
  const found = [...asBefore, ...shorterWays(written), written].find((way) => keyOf(termsOf(way)) === wanted)
  return { offered: found ?? written, isExact: found !== undefined, isShortened: !found && deals.length > maxDeals }
}

const pickOffered = ({ deals, territories, preorderDate, releaseTime, timeZone }: Offered): Offered =>
  withoutUndefined({ deals, territories, preorderDate, releaseTime, timeZone })

const withoutUndefined = (offered: { [K in keyof Offered]: Offered[K] | undefined }): Offered =>
  Object.fromEntries(Object.entries(offered).filter(([, value]) => value !== undefined))

const plain: readonly Limits[] = [
  {},
  { availability: { albumOnly: true } },
  { availability: { stream: false } },
  { availability: { download: false } },
  { availability: { stream: false, download: false } },
]

/** Everywhere, or the one place that all terms of the track are of. */
function areasOf(own: readonly Terms[]): Limits[] {
  const [first, ...others] = own
  if (!first || others.some(({ area }) => JSON.stringify(area) !== JSON.stringify(first.area))) return []
  return first.area.codes.length === 0 ? [] : [{ territories: { mode: first.area.mode, codes: [...first.area.codes] } }]
}

/** Whether a track with these limits is offered exactly as is wanted. Most differ in the first line, and are looked at no further. */
function says(limits: Limits, product: readonly Terms[], wanted: readonly string[]): boolean {
  const left = new Map<string, number>()
  for (const key of wanted) left.set(key, (left.get(key) ?? 0) + 1)
  let count = 0
  for (const one of product)
    for (const terms of trackTerms([one], limits)) {
      const key = canonicalJson(terms)
      const more = left.get(key) ?? 0
      if (more === 0) return false
      left.set(key, more - 1)
      count += 1
    }
  return count === wanted.length
}

/**
 * Finds the limits of a track that say what the message does; undefined where none do. `own` is a place in `deals`: tracks
 * that are offered alike are looked for once.
 */
export function limitsFinder(offered: Offered, deals: readonly (readonly ReadTerms[])[]) {
  const product = termsOf(offered)
  const { timeZone, releaseDate, releaseTime } = offered
  const date = {
    ...(timeZone && { timeZone }),
    ...(releaseDate && { releaseDate }),
    ...(releaseTime && { releaseTime }),
  }
  const cut = plain.map((limits) => ({ limits, product: trackTerms(product, limits) }))
  const find = (own: readonly ReadTerms[], before: Limits | undefined): Limits | undefined => {
    const terms = termsOf({ ...date, deals: own.flatMap((one) => toDeal(one, releaseDate)) })
    const wanted = terms.map((one) => canonicalJson(one))
    if (before && says(before, product, wanted)) return before
    for (const area of [{}, ...areasOf(terms)]) {
      const found = cut.find((one) => says(area, one.product, wanted))
      if (found) return { ...found.limits, ...area }
    }
    return undefined
  }
  const found = new Map<string, Limits | undefined>()
  return (own: number, before: Limits | undefined): Limits | undefined => {
    const key = `${own} ${canonicalJson(before)}`
    if (!found.has(key)) found.set(key, find(deals[own] ?? [], before))
    return found.get(key)
  }
}
