import type { Terms } from '../ern/deal-terms.ts'
import { type ErnInput, namespaceOf } from '../ern/ern-model.ts'
import { claimWords, modelsOf, type ReleaseDeal, useWords, type WrittenDeals } from '../ern/write-deals.ts'
import type { XmlWriter } from '../ern/xml-writer.ts'

/** The deals in ERN 3. Only in ERN 3 can a message state a takedown. */

export function writeDeals3(xml: XmlWriter, input: ErnInput, { deals, hidden }: WrittenDeals): void {
  if (deals.length === 0 && input.purpose === 'offer') return
  xml.element('DealList', {}, () => {
    if (deals.length === 0) writeTakedown(xml, input)
    for (const deal of deals) {
      const isHidden = (reference: string): boolean => hidden.has(Number(reference.slice(1)))
      const shown = deal.references.filter((reference) => !isHidden(reference))
      if (shown.length > 0) writeReleaseDeal(xml, { ...deal, references: shown }, { input, preview: undefined })
      for (const reference of deal.references.filter(isHidden)) {
        const preview = hidden.get(Number(reference.slice(1)))
        writeReleaseDeal(xml, { ...deal, references: [reference] }, { input, preview })
      }
    }
  })
}

/** Of the product and of each of its tracks, everywhere and from the moment of the message. */
const writeTakedown = (xml: XmlWriter, { tracks, identity }: ErnInput): void =>
  xml.element('ReleaseDeal', {}, () => {
    for (const number of [0, ...tracks.map((_, index) => index + 1)]) xml.text('DealReleaseReference', `R${number}`)
    xml.element('Deal', {}, () =>
      xml.element('DealTerms', {}, () => {
        xml.text('TakeDown', true)
        xml.text('TerritoryCode', 'Worldwide')
        xml.element('ValidityPeriod', {}, () => xml.text('StartDateTime', identity.createdAt.replace(/\.\d+Z$/, 'Z')))
      }),
    )
  })

interface DealContext {
  readonly input: ErnInput
  /** When a hidden track may be shown. */
  readonly preview: string | undefined
}

const writeReleaseDeal = (xml: XmlWriter, { references, terms }: ReleaseDeal, context: DealContext): void =>
  xml.element('ReleaseDeal', {}, () => {
    for (const reference of references) xml.text('DealReleaseReference', reference)
    for (const one of terms)
      xml.element('Deal', {}, () => xml.element('DealTerms', {}, () => writeTerms(xml, one, context)))
  })

const previews = ['ReleaseDisplay', 'TrackListingPreview', 'CoverArtPreview', 'ClipPreview']

function writeTerms(xml: XmlWriter, terms: Terms, { input, preview }: DealContext): void {
  const { mode, codes } = terms.area
  const { claimPolicy, priceTier, isPreorder } = terms
  if (isPreorder) xml.text('IsPreOrderDeal', true)
  for (const model of modelsOf(terms)) xml.text('CommercialModelType', model)
  xml.element('Usage', {}, () => {
    for (const use of terms.uses) xml.text('UseType', useWords[use])
  })
  if (mode === 'exclude' && codes.length === 0) xml.text('TerritoryCode', 'Worldwide')
  for (const code of codes) xml.text(mode === 'include' ? 'TerritoryCode' : 'ExcludedTerritoryCode', code)
  if (priceTier !== undefined)
    xml.element('PriceInformation', {}, () => xml.text('PriceType', priceTier, { Namespace: namespaceOf(input) }))
  xml.element('ValidityPeriod', {}, () => {
    xml.text('StartDateTime', terms.start)
    xml.text('EndDateTime', terms.end)
  })
  if (isPreorder) xml.text('PreOrderReleaseDate', input.release.releaseDate)
  if (preview !== undefined) for (const what of previews) xml.text(`${what}StartDateTime`, preview)
  if (claimPolicy !== undefined)
    xml.element('RightsClaimPolicy', {}, () => xml.text('RightsClaimPolicyType', claimWords[claimPolicy]))
}
