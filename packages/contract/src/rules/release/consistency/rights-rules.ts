import { territoryCodes } from '../../../codes/territory-codes.ts'
import { availableAt } from '../../../releases/available-at.ts'
import { areaOf } from '../../../releases/offers.ts'
import type { Deal, Territories } from '../../../releases/release-parts.ts'
import { territorySetOf } from '../../../releases/territory-set.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  dealLists,
  type Placed,
  pointerTo,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  tracksOf,
  writtenDeals,
} from '../release-view.ts'
import { periodEndMs, periodStartMs } from './calendar.ts'

/** Rights: where, when and how the release may be offered, and what is needed to offer third-party works. */

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

/** Those that must be inside the territories of the release. */
const innerTerritories = (view: ReleaseForRules): readonly PlacedTerritories[] => [
  ...writtenDeals(view).map(({ value: { territories }, pointer }) => ({
    pointer: `${pointer}/territories`,
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
  if ((view.release.territories?.mode ?? 'worldwide') === 'worldwide') return []
  const allowed = new Set(resolve(view.release.territories))
  return innerTerritories(view).flatMap(({ pointer, territories }) => {
    const outside = territories === undefined ? [] : resolve(territories).filter((code) => !allowed.has(code))
    return outside.length === 0
      ? []
      : [{ pointer, message: `These territories are not in the territories of the release: ${some(outside)}.` }]
  })
}

const shares = (values: readonly string[], others: readonly string[]): boolean =>
  values.some((value) => others.includes(value))

const withPlace = (deal: Deal) => ({ ...deal, place: territorySetOf(areaOf(deal.territories)) })
type PlacedDeal = ReturnType<typeof withPlace>

const overlap = (a: PlacedDeal, b: PlacedDeal): boolean =>
  (a.place & b.place) !== 0n &&
  shares(a.models, b.models) &&
  shares(a.uses, b.uses) &&
  periodStartMs(a.startsAt) < periodEndMs(b.endsAt) &&
  periodStartMs(b.startsAt) < periodEndMs(a.endsAt)

const sameTerms = (a: Deal, b: Deal): boolean =>
  a.priceTier === b.priceTier && a.claimPolicy === b.claimPolicy && (a.preorder ?? false) === (b.preorder ?? false)

/** A pre-order without an end is over with the release: an earlier sale has a separate finding. */
const isOpenPreorder = ({ preorder, endsAt }: Deal): boolean => preorder === true && endsAt === undefined

/** The place of the earlier deal that contradicts each; -1 if none does. */
function findConflicts(list: readonly Deal[]): number[] {
  const deals = list.map(withPlace)
  return deals.map((deal, index) =>
    deals
      .slice(0, index)
      .findIndex(
        (other) => isOpenPreorder(deal) === isOpenPreorder(other) && !sameTerms(deal, other) && overlap(deal, other),
      ),
  )
}

/** The pre-orders that only the date of a release makes. */
const preordersByDate = ({ territories, preorderDate, deals = [] }: ReleaseForRules['release']): readonly Deal[] =>
  preorderDate === undefined || deals.some(({ preorder }) => preorder)
    ? []
    : [
        {
          territories: territories ?? { mode: 'worldwide' },
          startsAt: preorderDate,
          models: ['paid'],
          uses: ['download'],
          preorder: true,
        },
      ]

/** Deals that sell what can be pre-ordered while pre-orders run. */
function dealsInPreorder(view: ReleaseForRules): readonly Hit[] {
  const { release } = view
  const { releaseDate, timeZone } = release
  const over = availableAt(release)
  if (over === undefined) return []
  const startOf = (moment: string): number => {
    if (moment.length > 10) return Date.parse(moment)
    const begins = moment === releaseDate ? over : availableAt({ releaseDate: moment, ...(timeZone && { timeZone }) })
    return begins?.getTime() ?? Number.NaN
  }
  return dealLists(view).flatMap(({ value, pointer }) => {
    const open = value.filter(isOpenPreorder)
    const preorders = [...open, ...(pointer === '/deals' ? preordersByDate(release) : [])].map(withPlace)
    const sells = (deal: PlacedDeal): boolean => preorders.some((preorder) => overlap(deal, preorder))
    if (preorders.length === 0) return []
    return value.flatMap((deal, index) =>
      deal.preorder !== true && sells(withPlace(deal)) && startOf(deal.startsAt) < over.getTime()
        ? [
            {
              pointer: `${pointer}${pointerTo(index)}`,
              message: 'This deal sells the release before its release date, during the pre-order period.',
            },
          ]
        : [],
    )
  })
}

/** Tracks with the same offers are checked once. */
function conflictingDeals(view: ReleaseForRules): readonly Hit[] {
  const known = new Map<string, readonly number[]>()
  const conflictsIn = ({ value }: Placed<readonly Deal[]>): readonly number[] => {
    if (value.length < 2) return []
    const text = JSON.stringify(value)
    const conflicts = known.get(text) ?? findConflicts(value)
    known.set(text, conflicts)
    return conflicts
  }
  return dealLists(view).flatMap((list) =>
    conflictsIn(list).flatMap((earlier, index) =>
      earlier === -1
        ? []
        : [
            {
              pointer: `${list.pointer}${pointerTo(index)}`,
              message: `This deal covers the same territory, period, model and use as deal ${earlier + 1}, but has different terms.`,
            },
          ],
    ),
  )
}

/** Tracks without a rights controller, if matches in users' content are claimed. */
const claimsWithoutController = (view: ReleaseForRules): readonly Hit[] => {
  const { rightsController } = view.release
  const claims = writtenDeals(view).filter(({ value }) => value.claimPolicy !== undefined)
  const isComplete =
    rightsController !== undefined || tracksOf(view).every(({ value }) => value.rightsController !== undefined)
  if (isComplete) return []
  return claims.map(({ pointer }) => ({
    pointer: `${pointer}/claimPolicy`,
    message: 'Matches in user-generated content are claimed, but the rights controller is missing.',
  }))
}

/** Findings about territories, deals, licences and copyright lines. */
export const rightsRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'territories_contradict',
    severity: 'error',
    appliesTo: 'release',
    title: 'Worldwide territories must not list codes',
    fix: 'Choose include or exclude to list territories, or choose worldwide and remove the list.',
    source: 'DDEX ERN 4.3 TerritoryCode and ExcludedTerritoryCode',
    check: (view) =>
      [ownTerritories(view), ...innerTerritories(view)]
        .filter(({ territories }) => territories?.mode === 'worldwide' && (territories.codes?.length ?? 0) > 0)
        .map(({ pointer }) => ({
          pointer: `${pointer}/codes`,
          message: 'The mode is worldwide, but territories are listed.',
        })),
  }),
  defineRule({
    id: 'territories_empty',
    severity: 'error',
    appliesTo: 'release',
    title: 'At least one territory must remain',
    fix: 'Include at least one territory, or exclude fewer territories.',
    source: 'DDEX ERN 4.3 TerritoryCode and ExcludedTerritoryCode',
    check: (view) =>
      [ownTerritories(view), ...innerTerritories(view)]
        .filter(({ territories }) => resolve(territories).length === 0)
        .map(({ pointer }) => ({ pointer, message: 'No territories remain.' })),
  }),
  defineRule({
    id: 'territories_not_narrower',
    severity: 'error',
    appliesTo: 'track',
    title: 'Tracks and deals must not go beyond the territories of the release',
    fix: 'Add these territories to the release, or remove them here.',
    source: 'DDEX ERN 4.3 ReleaseDeal of track releases',
    check: outsideOfRelease,
  }),
  defineRule({
    id: 'conflicting_availability_periods',
    version: 2,
    severity: 'error',
    appliesTo: 'release',
    title: 'Overlapping deals must have the same terms',
    fix: 'End one deal before the other starts. Or give both the same price tier, claim policy and pre-order setting.',
    source: 'DDEX ErncFileStatus ConflictingAvailabilityPeriods',
    check: (view) => [...dealsInPreorder(view), ...conflictingDeals(view)],
  }),
  defineRule({
    id: 'licence_missing',
    severity: 'error',
    appliesTo: 'track',
    title: 'Covers and adaptations should name their licence',
    fix: 'Enter the collecting society, the licence number or the agreement that permits this recording.',
    source: 'DDEX ERN 4.3 IsCover; mechanical licences of cover recordings',
    check: (view) =>
      tracksOf(view).flatMap(({ value, pointer }) =>
        (value.composition === 'cover' || value.composition === 'adaptation') && value.licence === undefined
          ? [
              {
                pointer: `${pointer}/licence`,
                message: `Track ${quote(value.title)} is ${value.composition === 'cover' ? 'a cover' : 'an adaptation'} but has no licence.`,
              },
            ]
          : [],
      ),
  }),
  defineRule({
    id: 'rights_controller_missing',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Claims on user-generated content should name the rights controller',
    fix: 'Enter the rights controller and share, for the release or for every track. YouTube and Meta refuse claims without them.',
    source: 'DDEX ERN 4.3.2 ResourceRightsController; delivery guides of YouTube and Meta',
    check: claimsWithoutController,
  }),
  defineRule({
    id: 'line_redundant',
    severity: 'warning',
    appliesTo: 'release',
    title: '℗ and © lines should contain only the owner',
    fix: 'Enter only the owner. The hub adds the symbol and the year.',
    source: 'DDEX ERN 4.3 PLineText and CLineText',
    check: (view) =>
      [
        { pointer: '/pLine/text', text: view.release.pLine?.text },
        { pointer: '/cLine/text', text: view.release.cLine?.text },
        ...tracksOf(view).map(({ value, pointer }) => ({ pointer: `${pointer}/pLine/text`, text: value.pLine?.text })),
      ].flatMap(({ pointer, text }) =>
        text !== undefined && /[℗©]|^\s*\([pc]\)|^\s*(19|20)\d\d\b/iu.test(text)
          ? [{ pointer, message: `${quote(text)} contains the symbol or the year.` }]
          : [],
      ),
  }),
]
