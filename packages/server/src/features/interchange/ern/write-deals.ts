import { offeredTerms, secondBefore, singleTerms, type Terms, trackTerms } from './deal-terms.ts'
import { type ErnInput, isSimpleSingle, namespaceOf, traitsOf } from './ern-model.ts'
import { inListOf } from './territory-list.ts'
import type { XmlWriter } from './xml-writer.ts'

const modelWords = {
  subscription: 'SubscriptionModel',
  ad_supported: 'AdvertisementSupportedModel',
  paid: 'PayAsYouGoModel',
  free: 'FreeOfChargeModel',
} as const
export const useWords = {
  stream: 'OnDemandStream',
  download: 'PermanentDownload',
  conditional_download: 'ConditionalDownload',
  noninteractive_stream: 'NonInteractiveStream',
  ringtone: 'UseAsRingtone',
  ugc: 'UserMakeAvailableUserProvided',
} as const
export const claimWords = { monetize: 'Monetize', track: 'ReportUsage', block: 'BlockAccess' } as const

export interface ReleaseDeal {
  /** `R0` is the product, `R1` its first track. */
  readonly references: readonly string[]
  readonly terms: readonly Terms[]
}

/** Every release of the message that is offered at all; tracks on the same terms share them. */
export function releaseDeals(input: ErnInput): ReleaseDeal[] {
  const [first] = input.tracks
  const product = offeredTerms(input)
  const own = isSimpleSingle(input) && first ? singleTerms(product, first) : product
  const byTerms = new Map<string, ReleaseDeal>()
  if (!isSimpleSingle(input))
    for (const [index, track] of input.tracks.entries()) {
      const terms = trackTerms({ ...input, product }, track)
      const key = JSON.stringify(terms)
      byTerms.set(key, { references: [...(byTerms.get(key)?.references ?? []), `R${index + 1}`], terms })
    }
  return [{ references: ['R0'], terms: own }, ...byTerms.values()]
    .map(({ references, terms }) => ({ references, terms: inListOf(traitsOf(input), terms) }))
    .filter(({ terms }) => terms.length > 0)
}

const dayMs = 86_400_000

/** The day on which a takedown by dates ended everything: receivers ask for one that is over everywhere. */
const endedOn = ({ identity }: ErnInput): string =>
  `${new Date(Date.parse(identity.createdAt) - 2 * dayMs).toISOString().slice(0, 10)}T00:00:00`

/** A deal that is over; one that had not begun begins a second before. */
function endTerms(terms: Terms, last: string): Terms {
  const own = terms.end?.slice(0, 19)
  const end = own !== undefined && own < last ? own : last
  const start = terms.start.slice(0, 19)
  return { ...terms, start: start < end ? start : secondBefore(end), end }
}

/** The deals of the message: of a takedown those that are over, or none. */
export function messageDeals(input: ErnInput): readonly ReleaseDeal[] {
  if (input.purpose === 'offer') return releaseDeals(input)
  if (input.receiver.takedownStyle !== 'end_date') return []
  const end = endedOn(input)
  return releaseDeals(input).flatMap(({ references, terms }) => {
    const ended = terms.filter(({ isPreorder }) => !isPreorder).map((one) => endTerms(one, end))
    return ended.length === 0 ? [] : [{ references, terms: ended }]
  })
}

/** Tracks that are not shown before the release date, with the moment of their first deal. */
export function hiddenTracks(input: ErnInput, deals: readonly ReleaseDeal[]): ReadonlyMap<number, string> {
  const hidden = new Set(input.tracks.flatMap(({ availability }, index) => (availability?.hidden ? [index + 1] : [])))
  const starts = deals.flatMap(({ references, terms }) => {
    const start = terms.map((one) => one.start).sort()[0]
    const numbers = references.map((reference) => Number(reference.slice(1))).filter((number) => hidden.has(number))
    return start === undefined ? [] : numbers.map((number) => [number, start] as const)
  })
  return new Map(starts)
}

export interface WrittenDeals {
  readonly deals: readonly ReleaseDeal[]
  readonly hidden: ReadonlyMap<number, string>
}

export function writeDeals(xml: XmlWriter, input: ErnInput, { deals, hidden }: WrittenDeals): void {
  if (deals.length === 0) return
  xml.element('DealList', {}, () => {
    for (const { references, terms } of deals)
      xml.element('ReleaseDeal', {}, () => {
        for (const reference of references) xml.text('DealReleaseReference', reference)
        for (const one of terms) writeTerms(xml, one, namespaceOf(input))
      })
    for (const [number, start] of hidden)
      xml.element('TrackReleaseVisibility', {}, () => {
        xml.text('VisibilityReference', `V${number}`)
        xml.text('TrackListingPreviewStartDateTime', start)
      })
  })
}

/** Claims have their own model, which is that of advertisements. Another one is added to it. */
export function modelsOf({ models, claimPolicy }: Terms): string[] {
  const words = models.map((model) => modelWords[model])
  if (claimPolicy === undefined) return words
  return ['RightsClaimModel', ...(models.length === 1 && models[0] === 'ad_supported' ? [] : words)]
}

function writeTerms(xml: XmlWriter, terms: Terms, namespace: string): void {
  xml.element('Deal', {}, () =>
    xml.element('DealTerms', {}, () => {
      const { mode, codes } = terms.area
      if (mode === 'exclude' && codes.length === 0) xml.text('TerritoryCode', 'Worldwide')
      for (const code of codes) xml.text(mode === 'include' ? 'TerritoryCode' : 'ExcludedTerritoryCode', code)
      xml.element('ValidityPeriod', {}, () => {
        xml.text('StartDateTime', terms.start)
        xml.text('EndDateTime', terms.end)
      })
      const { claimPolicy, priceTier } = terms
      for (const model of modelsOf(terms)) xml.text('CommercialModelType', model)
      for (const use of terms.uses) xml.text('UseType', useWords[use])
      if (claimPolicy !== undefined)
        xml.element('RightsClaimPolicy', {}, () => xml.text('RightsClaimPolicyType', claimWords[claimPolicy]))
      if (priceTier !== undefined)
        xml.element('PriceInformation', {}, () => xml.text('PriceCode', priceTier, { Namespace: namespace }))
      if (terms.isPreorder) xml.text('IsPreOrderDeal', true)
    }),
  )
}
