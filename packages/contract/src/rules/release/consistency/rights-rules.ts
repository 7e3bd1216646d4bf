import { territoryCodes } from '../../../codes/territory-codes.ts'
import type { Deal, Territories } from '../../../releases/release-parts.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import { pointerTo, quote, type ReleaseForRules, type ReleaseRule, tracksOf } from '../release-view.ts'
import { periodEndMs, periodStartMs } from './calendar.ts'

/** Rights: where, when and how the release may be offered, and what is needed to offer works of others. */

/** The assigned codes that are meant. */
function resolve(territories: Territories | undefined): readonly string[] {
  if (territories === undefined || territories.mode === 'worldwide') return territoryCodes
  const listed = new Set(territories.codes ?? [])
  return territoryCodes.filter((code) => listed.has(code) === (territories.mode === 'include'))
}

interface PlacedTerritories {
  readonly pointer: string
  readonly territories: Territories | undefined
}

const ownTerritories = ({ release }: ReleaseForRules): PlacedTerritories => ({
  pointer: '/territories',
  territories: release.territories,
})

/** Those that must lie inside the territories of the release. */
const innerTerritories = (view: ReleaseForRules): readonly PlacedTerritories[] => [
  ...(view.release.deals ?? []).map(({ territories }, index) => ({
    pointer: pointerTo('deals', index, 'territories'),
    territories,
  })),
  ...tracksOf(view).map(({ value, pointer }) => ({
    pointer: `${pointer}/territories`,
    territories: value.territories,
  })),
]

const some = (codes: readonly string[]): string =>
  codes.length > 5 ? `${codes.slice(0, 5).join(', ')} and ${codes.length - 5} more` : codes.join(', ')

const outsideOfRelease = (view: ReleaseForRules): readonly Hit[] => {
  const allowed = new Set(resolve(view.release.territories))
  return innerTerritories(view).flatMap(({ pointer, territories }) => {
    const outside = territories === undefined ? [] : resolve(territories).filter((code) => !allowed.has(code))
    return outside.length === 0
      ? []
      : [{ pointer, message: `These go beyond the territories of the release: ${some(outside)}.` }]
  })
}

const shares = (values: readonly string[], others: readonly string[]): boolean =>
  values.some((value) => others.includes(value))

const overlap = (a: Deal, b: Deal): boolean =>
  shares(a.models, b.models) &&
  shares(a.uses, b.uses) &&
  periodStartMs(a.startsAt) < periodEndMs(b.endsAt) &&
  periodStartMs(b.startsAt) < periodEndMs(a.endsAt) &&
  shares(resolve(a.territories), resolve(b.territories))

const sameTerms = (a: Deal, b: Deal): boolean =>
  a.priceTier === b.priceTier && a.claimPolicy === b.claimPolicy && (a.preorder ?? false) === (b.preorder ?? false)

const conflictingDeals = ({ release: { deals = [] } }: ReleaseForRules): readonly Hit[] =>
  deals.flatMap((deal, index) => {
    const earlier = deals.slice(0, index).findIndex((other) => overlap(deal, other) && !sameTerms(deal, other))
    if (earlier === -1) return []
    const message = `This deal covers the same territory, time, model and use as deal ${earlier + 1} on other terms.`
    return [{ pointer: pointerTo('deals', index), message }]
  })

/** Tracks without a rights controller, where matches in content of users are claimed. */
const claimsWithoutController = (view: ReleaseForRules): readonly Hit[] => {
  const { deals = [], rightsController } = view.release
  const claims = deals.flatMap(({ claimPolicy }, index) => (claimPolicy === undefined ? [] : [index]))
  const isComplete =
    rightsController !== undefined || tracksOf(view).every(({ value }) => value.rightsController !== undefined)
  if (isComplete) return []
  return claims.map((index) => ({
    pointer: pointerTo('deals', index, 'claimPolicy'),
    message: 'Matches in content of users are claimed, and nobody is named who controls the rights.',
  }))
}

/** Findings about territories, deals, licences and copyright lines. */
export const rightsRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'territories_contradict',
    severity: 'error',
    appliesTo: 'release',
    title: 'Worldwide stands without codes',
    fix: 'List territories to include or exclude, or choose worldwide and list none.',
    source: 'DDEX ERN 4.3 TerritoryCode and ExcludedTerritoryCode',
    check: (view) =>
      [ownTerritories(view), ...innerTerritories(view)]
        .filter(({ territories }) => territories?.mode === 'worldwide' && (territories.codes?.length ?? 0) > 0)
        .map(({ pointer }) => ({
          pointer: `${pointer}/codes`,
          message: 'It is worldwide, yet territories are listed.',
        })),
  }),
  defineRule({
    id: 'territories_empty',
    severity: 'error',
    appliesTo: 'release',
    title: 'At least one territory is left',
    fix: 'Include at least one territory, or exclude fewer.',
    source: 'DDEX ERN 4.3 TerritoryCode and ExcludedTerritoryCode',
    check: (view) =>
      [ownTerritories(view), ...innerTerritories(view)]
        .filter(({ territories }) => resolve(territories).length === 0)
        .map(({ pointer }) => ({ pointer, message: 'No territory is left.' })),
  }),
  defineRule({
    id: 'territories_not_narrower',
    severity: 'error',
    appliesTo: 'track',
    title: 'Tracks and deals stay inside the territories of the release',
    fix: 'Widen the territories of the release, or narrow these.',
    source: 'DDEX ERN 4.3 ReleaseDeal of track releases',
    check: outsideOfRelease,
  }),
  defineRule({
    id: 'conflicting_availability_periods',
    severity: 'error',
    appliesTo: 'release',
    title: 'Deals that overlap have the same terms',
    fix: 'Let one deal end before the other starts, or give both the same price tier, claim policy and pre-order.',
    source: 'DDEX ErncFileStatus ConflictingAvailabilityPeriods',
    check: conflictingDeals,
  }),
  defineRule({
    id: 'licence_missing',
    severity: 'error',
    appliesTo: 'track',
    title: 'Covers and adaptations name their licence',
    fix: 'Name what allows this recording: society, licence number or agreement.',
    source: 'DDEX ERN 4.3 IsCover; mechanical licences of cover recordings',
    check: (view) =>
      tracksOf(view).flatMap(({ value, pointer }) =>
        (value.composition === 'cover' || value.composition === 'adaptation') && value.licence === undefined
          ? [
              {
                pointer: `${pointer}/licence`,
                message: `Track ${quote(value.title)} is ${value.composition === 'cover' ? 'a cover' : 'an adaptation'} and names no licence.`,
              },
            ]
          : [],
      ),
  }),
  defineRule({
    id: 'rights_controller_missing',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Claims on content of users name who controls the rights',
    fix: 'Name who controls the rights and which share, for the release or for every track: YouTube and Meta refuse claims without.',
    source: 'DDEX ERN 4.3.2 ResourceRightsController; delivery guides of YouTube and Meta',
    check: claimsWithoutController,
  }),
  defineRule({
    id: 'line_redundant',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Lines hold the holder only',
    fix: 'Write the owner alone; the hub adds the sign and the year.',
    source: 'DDEX ERN 4.3 PLineText and CLineText',
    check: (view) =>
      [
        { pointer: '/pLine/text', text: view.release.pLine?.text },
        { pointer: '/cLine/text', text: view.release.cLine?.text },
        ...tracksOf(view).map(({ value, pointer }) => ({ pointer: `${pointer}/pLine/text`, text: value.pLine?.text })),
      ].flatMap(({ pointer, text }) =>
        text !== undefined && /[℗©]|^\s*\([pc]\)|^\s*(19|20)\d\d\b/iu.test(text)
          ? [{ pointer, message: `${quote(text)} repeats the sign or the year.` }]
          : [],
      ),
  }),
]
