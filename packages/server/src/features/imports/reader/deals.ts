import {
  attributeOf,
  childOf,
  childrenOf,
  type Element,
  isWorldwide,
  markRead,
  passOver,
  textIn,
  textOf,
  unreadIn,
} from './element.ts'
import type { Notes } from './notes.ts'
import { maxAllTerms, maxTerms, maxUnclear, type ReadTerms } from './reading.ts'
import { RefusedMessage } from './refused-message.ts'
import { flagOf, parseMoment } from './values.ts'

/**
 * Deals by their releases. A deal that ends an offer is not an offer. A term that the hub cannot express makes the deal
 * unclear: it is never silently read as a smaller or larger one.
 */

const models: Readonly<Record<string, ReadTerms['models'][number]>> = {
  SubscriptionModel: 'subscription',
  AdvertisementSupportedModel: 'ad_supported',
  PayAsYouGoModel: 'paid',
  FreeOfChargeModel: 'free',
}
const uses: Readonly<Record<string, readonly ReadTerms['uses'][number][]>> = {
  OnDemandStream: ['stream'],
  Stream: ['stream', 'noninteractive_stream'],
  NonInteractiveStream: ['noninteractive_stream'],
  PermanentDownload: ['download'],
  ConditionalDownload: ['conditional_download'],
  UseAsRingtone: ['ringtone'],
  UserMakeAvailableUserProvided: ['ugc'],
}
const policies: Readonly<Record<string, ReadTerms['claimPolicy']>> = {
  Monetize: 'monetize',
  ReportUsage: 'track',
  BlockAccess: 'block',
}

/** Describes the parts of a deal that cannot be expressed. */
type Doubt = (element: Element, what: string) => void

function territoriesOf(terms: Element, doubt: Doubt): ReadTerms['territories'] | undefined {
  const codesOf = (name: string): string[] =>
    childrenOf(terms, name).flatMap((element) => {
      const code = textOf(element) ?? ''
      if (/^[A-Z]{2}$/.test(code)) return [code]
      if (!isWorldwide(code)) doubt(element, `The territory ${code.slice(0, 20)} is not a country code.`)
      return []
    })
  const isEverywhere = terms.children.some(({ name, text }) => name === 'TerritoryCode' && isWorldwide(text))
  const listed = [...new Set(codesOf('TerritoryCode'))].sort()
  const excluded = [...new Set(codesOf('ExcludedTerritoryCode'))].sort()
  if (!isEverywhere && listed.length > 0)
    return { mode: 'include', codes: listed.filter((code) => !excluded.includes(code)) }
  if (excluded.length > 0) return { mode: 'exclude', codes: excluded }
  return isEverywhere ? { mode: 'worldwide' } : undefined
}

/** `2026-12-11`, `2026-12-11T00:00:00` or a moment in UTC, as in the message. */
function momentOf(element: Element | undefined, doubt: Doubt): string | null {
  const text = textOf(element)
  const parts = parseMoment(text)
  if (element && !parts) doubt(element, `${element.name} is not a date: ${text?.slice(0, 30) ?? 'it is empty'}.`)
  if (!parts) return null
  if (parts.time === undefined) return parts.day
  if (parts.zone === undefined) return `${parts.day}T${parts.time}`
  return new Date(`${parts.day}T${parts.time}${parts.zone}`).toISOString().replace('.000Z', 'Z')
}

/** `RightsClaimModel` states that there is a claim; its policy states which. */
const isClaim = (element: Element): boolean => textOf(element) === 'RightsClaimModel'

const known = <T>(elements: readonly Element[], words: Readonly<Record<string, T | undefined>>, doubt: Doubt): T[] =>
  elements.flatMap((element) => {
    const word = textOf(element) ?? ''
    const value = Object.hasOwn(words, word) ? words[word] : undefined
    if (value !== undefined) return [value]
    const own = attributeOf(element, 'UserDefinedValue')
    doubt(element, `The hub does not support the ${element.name} ${(own ?? word).slice(0, 60) || 'without a value'}.`)
    return []
  })

function policyOf(terms: Element, isClaimed: boolean, doubt: Doubt): ReadTerms['claimPolicy'] {
  const [first, other] = childrenOf(terms, 'RightsClaimPolicy')
  if (!first && isClaimed) doubt(terms, 'It claims user-generated content but has no claim policy.')
  if (!first) return null
  if (other) doubt(other, 'It has more than one claim policy.')
  const word = textIn(first, 'RightsClaimPolicyType') ?? ''
  const policy = Object.hasOwn(policies, word) ? policies[word] : undefined
  if (!policy) doubt(first, `The hub does not support the policy ${word.slice(0, 60)}.`)
  return policy ?? null
}

const maxPriceTier = 50

function priceOf(terms: Element, doubt: Doubt): string | null {
  const prices = childrenOf(terms, 'PriceInformation')
  const codes = prices.flatMap((price) => textIn(price, 'PriceCode', 'PriceType') ?? [])
  const [code = null, ...others] = new Set(codes)
  if (others.length > 0) doubt(prices[0] ?? terms, 'It has more than one price tier.')
  if (code === null || code.length <= maxPriceTier) return code
  doubt(prices[0] ?? terms, `Its price tier is longer than ${maxPriceTier} characters.`)
  return null
}

function periodOf(period: Element | undefined, doubt: Doubt): Pick<ReadTerms, 'start' | 'end'> {
  const [start, end] = ['Start', 'End'].map((edge) => {
    const moment = childOf(period, `${edge}DateTime`)
    const day = childOf(period, `${edge}Date`)
    return momentOf(moment ?? day, doubt)
  })
  return { start: start ?? null, end: end ?? null }
}

function readTerms(terms: Element, doubt: Doubt): ReadTerms[] {
  const modelElements = childrenOf(terms, 'CommercialModelType')
  const usage = childrenOf(terms, 'Usage')
  const written = [terms, ...usage].flatMap((from) => childrenOf(from, 'UseType'))
  const territories = territoriesOf(terms, doubt)
  const claimPolicy = policyOf(terms, modelElements.some(isClaim), doubt)
  const others = modelElements.filter((element) => !isClaim(element))
  const found = {
    models: [...new Set(known(others, models, doubt))],
    uses: [...new Set(known(written, uses, doubt).flat())],
    isPreorder: flagOf(childOf(terms, 'IsPreOrderDeal')) === true,
    priceTier: priceOf(terms, doubt),
    claimPolicy,
  }
  if (claimPolicy !== null && others.length === 0) found.models.push('ad_supported')
  if (!territories) doubt(terms, 'It has no territory.')
  if (modelElements.length === 0) doubt(terms, 'It has no commercial model.')
  if (written.length === 0) doubt(terms, 'It has no use.')
  const periods = childrenOf(terms, 'ValidityPeriod')
  const all = periods.length === 0 ? [periodOf(undefined, doubt)] : periods.map((period) => periodOf(period, doubt))
  if (!territories || territories.codes?.length === 0 || found.models.length === 0 || found.uses.length === 0) return []
  return all.map((period) => ({ territories, ...period, ...found }))
}

const daysOfDisplay: readonly string[] = [
  'ReleaseDisplayStart',
  'TrackListingPreviewStart',
  'CoverArtPreviewStart',
  'ClipPreviewStart',
  'PreOrderPreview',
].flatMap((name) => [`${name}Date`, `${name}DateTime`])

/** An offer does not depend on these: they affect its display, or repeat other values. */
const besideTheOffer: ReadonlySet<string> = new Set([
  ...daysOfDisplay,
  ...['PreOrderReleaseDate', 'IsPromotional', 'PromotionalCode', 'DistributionChannelPage', 'SuggestedRetailPrice'],
  ...['PhysicalReturns', 'NumberOfProductsPerCarton', 'Description', 'RightsClaimPolicyReason', 'IsExclusive'],
])

const stops = (terms: Element): boolean =>
  flagOf(childOf(terms, 'TakeDown')) === true || flagOf(childOf(terms, 'AllDealsCancelled')) === true

function readDeal(deal: Element, doubt: Doubt): ReadTerms[] {
  passOver(deal, 'DealReference')
  const all = childrenOf(deal, 'DealTerms')
  if (all.length === 0) doubt(deal, 'Its terms are not in the message.')
  return all.flatMap((terms) => {
    if (stops(terms)) {
      passOver(deal, 'DealTerms')
      return []
    }
    return readTerms(terms, doubt)
  })
}

export interface Deals {
  /** By the reference of the release. A release that is named and offers nothing has an empty list. */
  readonly byRelease: ReadonlyMap<string, readonly ReadTerms[]>
  /** Releases of ERN 3 that a deal of their own does not let receivers show before it begins. */
  readonly hidden: ReadonlySet<string>
  /** The parts that cannot be expressed, in words for people. */
  readonly unclear: readonly string[]
}

/** `createdAt` is when the message was made. */
export function readDeals(root: Element, notes: Notes, createdAt: string | null): Deals {
  const byRelease = new Map<string, readonly ReadTerms[]>()
  const hidden = new Set<string>()
  const unclear = new Map<string, { readonly first: string; more: number }>()
  const list = childOf(root, 'DealList')
  passOver(list, 'TrackReleaseVisibility', 'ReleaseVisibility')
  for (const element of childrenOf(list, 'ReleaseDeal')) {
    const names = childrenOf(element, 'DealReleaseReference').map((reference) => textOf(reference) ?? '')
    const doubt: Doubt = (where, what) => {
      notes.add('dropped', where, what)
      const same = unclear.get(what)
      if (same) same.more += 1
      else if (unclear.size < maxUnclear)
        unclear.set(what, { first: `The deal of ${listNames(names)} in line ${where.line}`, more: 0 })
    }
    const terms = childrenOf(element, 'Deal').flatMap((deal) => readDeal(deal, doubt))
    requireInEffect(element, { terms, createdAt: createdAt ?? '', doubt })
    for (const unread of [...unreadIn(element)])
      if (!besideTheOffer.has(unread.name)) {
        markRead(unread)
        doubt(unread, `The hub does not support ${unread.name.slice(0, 80)}.`)
      }
    if (hidesRelease(element)) for (const name of names) hidden.add(name)
    for (const name of names) {
      const before = byRelease.get(name)
      byRelease.set(name, before ? [...before, ...terms] : terms)
    }
  }
  const texts = [...unclear].map(
    ([what, { first, more }]) => `${first}${more === 0 ? '' : ` and ${more} more`}: ${what}`,
  )
  return { byRelease, hidden, unclear: texts }
}

/** ERN 4 says it of the track, beside its deals. Days of display that come before the deal remain unread. */
function hidesRelease(element: Element): boolean {
  const all = childrenOf(element, 'Deal').flatMap((deal) => childrenOf(deal, 'DealTerms'))
  const hiding = all.filter((terms) => {
    const shown = terms.children.find(({ name }) => /^TrackListingPreviewStartDate(?:Time)?$/.test(name))
    const period = childOf(terms, 'ValidityPeriod')
    const start = textIn(period, 'StartDateTime', 'StartDate')
    return shown !== undefined && start !== undefined && shown.text.trim() >= start
  })
  for (const terms of hiding) passOver(terms, ...daysOfDisplay)
  return hiding.length > 0
}

/**
 * ERN 3 may state when deals take effect. If that is the time of the message, or before the deals begin, it adds
 * nothing.
 */
function requireInEffect(
  element: Element,
  {
    terms,
    createdAt,
    doubt,
  }: { readonly terms: readonly ReadTerms[]; readonly createdAt: string; readonly doubt: Doubt },
): void {
  for (const effective of childrenOf(element, 'EffectiveDate', 'EffectiveDateTime')) {
    const day = momentOf(effective, doubt)?.slice(0, 10) ?? ''
    if (day > createdAt.slice(0, 10) && terms.some(({ start }) => start === null || start.slice(0, 10) < day))
      doubt(effective, `It takes effect on ${day}, after its start.`)
  }
}

const listNames = (names: readonly string[]): string => {
  const shown = names.slice(0, 3).map((name) => name.slice(0, 30))
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}

export interface TermLists {
  readonly all: readonly (readonly ReadTerms[])[]
  /** The index of the list in `all`. */
  place(list: readonly ReadTerms[]): number
}

/** Lists of terms, each once and up to a limit. Throws `RefusedMessage` for an implausible number. */
export function collectTerms(root: Element, notes: Notes): TermLists {
  const all: (readonly ReadTerms[])[] = []
  const bySource = new Map<readonly ReadTerms[], number>()
  const byText = new Map<string, number>()
  let count = 0
  const add = (list: readonly ReadTerms[]): number => {
    count += list.length
    if (count > maxAllTerms)
      throw new RefusedMessage(
        'message_unusable',
        `The message has more than ${maxAllTerms} different terms in its deals.`,
        childOf(root, 'DealList')?.line,
      )
    return all.push(list) - 1
  }
  const find = (source: readonly ReadTerms[]): number => {
    if (source.length > maxTerms)
      notes.add(
        'shortened',
        childOf(root, 'DealList') ?? root,
        `Only the first ${maxTerms} deal terms of a release are read.`,
      )
    const list = source.slice(0, maxTerms)
    const text = JSON.stringify(list)
    const place = byText.get(text) ?? add(list)
    byText.set(text, place)
    return place
  }
  return {
    all,
    place(source) {
      const place = bySource.get(source) ?? find(source)
      bySource.set(source, place)
      return place
    },
  }
}
