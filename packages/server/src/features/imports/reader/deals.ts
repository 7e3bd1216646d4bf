import { childOf, childrenOf, type Element, passOver, textIn, textOf } from './element.ts'
import type { Notes } from './notes.ts'
import { maxAllTerms, maxTerms, type ReadTerms } from './reading.ts'
import { RefusedMessage } from './refused-message.ts'
import { flagOf, parseMoment } from './values.ts'

/** Deals, by the releases they are of. What stops an offer is no offer. */

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

function territoriesOf(terms: Element, notes: Notes): ReadTerms['territories'] | undefined {
  const codesOf = (name: string): string[] =>
    childrenOf(terms, name).flatMap((element) => {
      const code = textOf(element) ?? ''
      if (/^[A-Z]{2}$/.test(code)) return [code]
      if (code !== 'Worldwide') notes.add('dropped', element, `The territory ${code.slice(0, 20)} is no country code.`)
      return []
    })
  const isWorldwide = terms.children.some(({ name, text }) => name === 'TerritoryCode' && text.trim() === 'Worldwide')
  const listed = [...new Set(codesOf('TerritoryCode'))].sort()
  const excluded = [...new Set(codesOf('ExcludedTerritoryCode'))].sort()
  if (!isWorldwide && listed.length > 0)
    return { mode: 'include', codes: listed.filter((code) => !excluded.includes(code)) }
  if (excluded.length > 0) return { mode: 'exclude', codes: excluded }
  return isWorldwide ? { mode: 'worldwide' } : undefined
}

/** `2026-12-11`, `2026-12-11T00:00:00` or a moment in UTC, whichever the message says. */
function momentOf(element: Element | undefined): string | null {
  const parts = parseMoment(textOf(element))
  if (!parts) return null
  if (parts.time === undefined) return parts.day
  if (parts.zone === undefined) return `${parts.day}T${parts.time}`
  return new Date(`${parts.day}T${parts.time}${parts.zone}`).toISOString().replace('.000Z', 'Z')
}

const known = <T>(elements: readonly Element[], words: Readonly<Record<string, T | undefined>>, notes: Notes): T[] =>
  elements.flatMap((element) => {
    const word = textOf(element) ?? ''
    const value = Object.hasOwn(words, word) ? words[word] : undefined
    if (value === undefined && word !== 'RightsClaimModel')
      notes.add('dropped', element, `The hub has no word for ${word.slice(0, 60)}.`)
    return value === undefined ? [] : [value]
  })

function termsOf(terms: Element, notes: Notes): ReadTerms | undefined {
  const stops = flagOf(childOf(terms, 'TakeDown')) === true || flagOf(childOf(terms, 'AllDealsCancelled')) === true
  const period = childOf(terms, 'ValidityPeriod')
  const usage = childrenOf(terms, 'Usage')
  const written = [terms, ...usage].flatMap((from) => childrenOf(from, 'UseType'))
  const territories = territoriesOf(terms, notes)
  const policy = childOf(terms, 'RightsClaimPolicy')
  const claimPolicy = policies[textIn(policy, 'RightsClaimPolicyType') ?? ''] ?? null
  const prices = childrenOf(terms, 'PriceInformation')
  const priceTier = prices.map((price) => textIn(price, 'PriceCode', 'PriceType')).find((code) => code !== undefined)
  const found = {
    models: [...new Set(known(childrenOf(terms, 'CommercialModelType'), models, notes))],
    uses: [...new Set(known(written, uses, notes).flat())],
    start: momentOf(childOf(period, 'StartDateTime') ?? childOf(period, 'StartDate')),
    end: momentOf(childOf(period, 'EndDateTime') ?? childOf(period, 'EndDate')),
    isPreorder: flagOf(childOf(terms, 'IsPreOrderDeal')) === true,
    priceTier: priceTier?.slice(0, 50) ?? null,
    claimPolicy,
  }
  if (claimPolicy !== null && found.models.length === 0) found.models.push('ad_supported')
  if (stops || !territories || found.models.length === 0 || found.uses.length === 0) return undefined
  return { territories, ...found }
}

/** By the reference of the release. One that is named and offers nothing has an empty list. */
export function readDeals(root: Element, notes: Notes): ReadonlyMap<string, readonly ReadTerms[]> {
  const deals = new Map<string, readonly ReadTerms[]>()
  const list = childOf(root, 'DealList')
  passOver(list, 'TrackReleaseVisibility', 'ReleaseVisibility')
  for (const element of childrenOf(list, 'ReleaseDeal')) {
    const terms = childrenOf(element, 'Deal').flatMap((deal) => {
      passOver(deal, 'DealReference')
      return childrenOf(deal, 'DealTerms').flatMap((one) => termsOf(one, notes) ?? [])
    })
    for (const reference of childrenOf(element, 'DealReleaseReference')) {
      const name = textOf(reference) ?? ''
      const before = deals.get(name)
      deals.set(name, before ? [...before, ...terms] : terms)
    }
  }
  return deals
}

export interface TermLists {
  readonly all: readonly (readonly ReadTerms[])[]
  /** Where the list stands in `all`. */
  place(list: readonly ReadTerms[]): number
}

/** Lists of terms, each once and as far as there is room. Throws `RefusedMessage` for more than anybody could mean. */
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
        `Of the terms on which one release is offered the first ${maxTerms} are read.`,
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
