import { referenceData } from '../../../codes/reference.ts'
import { type ProductOffer, productOffers, takenBy } from '../../../releases/offers.ts'
import { defineRule, type Hit, hitsOf } from '../../define-rule.ts'
import type { RuleId } from '../../rule-ids.ts'
import { identifierRules } from '../identifiers/identifier-rules.ts'
import {
  audioOf,
  pointerTo,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  type StoreForRules,
  storesOf,
  tracksOf,
} from '../release-view.ts'
import { requiredReleaseRules } from '../required/required-release-rules.ts'
import { requiredTrackRules } from '../required/required-track-rules.ts'

/**
 * What single stores take less of than the hub: their wishes, as the operator has set them, and what their messages
 * cannot say. One finding for each place, with all stores that it matters to.
 */

/** One place where a store does not take what is there. `wish` is what it wants instead. */
interface Obstacle extends Pick<Hit, 'pointer' | 'fix'> {
  readonly wish?: string
  /** What people read: `stores` are names, `Far Store (3000) and Near Store (2000)`. */
  readonly message: (stores: string) => string
}

const shownNames = 3

function listNames(obstacles: readonly PlacedObstacle[]): string {
  const names = obstacles.slice(0, shownNames).map(({ store: { name }, wish }) => {
    const short = name.length > 80 ? `${name.slice(0, 79)}…` : name
    return wish === undefined ? short : `${short} (${wish})`
  })
  const more = obstacles.length - names.length
  const all = more > 0 ? [...names, `${more} more`] : names
  return [all.slice(0, -1).join(', '), all.at(-1)].filter((part) => part !== '').join(' and ')
}

interface PlacedObstacle extends Obstacle {
  readonly store: StoreForRules
}

/** Asks each store that the release goes to, and puts the answers for one place together. */
const eachStore =
  (obstaclesOf: (store: StoreForRules, view: ReleaseForRules) => readonly Obstacle[]) =>
  (view: ReleaseForRules): readonly Hit[] => {
    const places = new Map<string, PlacedObstacle[]>()
    for (const store of storesOf(view))
      for (const obstacle of obstaclesOf(store, view)) {
        const same = places.get(obstacle.pointer) ?? []
        same.push({ ...obstacle, store })
        places.set(obstacle.pointer, same)
      }
    return [...places].flatMap(([pointer, same]) => {
      const [first] = same
      const outlets = same.map(({ store: { id, name } }) => ({ id, name }))
      return first ? [{ pointer, message: first.message(listNames(same)), fix: first.fix, outlets }] : []
    })
  }

/** What a message must say and the single-asset API cannot, so that there its own rules only warn. */
const neededIds: ReadonlySet<RuleId> = new Set<RuleId>([
  'label_missing',
  'p_line_missing',
  'c_line_missing',
  'genre_missing',
  'explicit_missing',
  'release_date_missing',
  'cover_missing',
  'main_artist_missing',
  'track_main_artist_missing',
  'upc_missing',
  'isrc_missing',
])
const neededRules = [...requiredReleaseRules, ...requiredTrackRules, ...identifierRules].filter(({ id }) =>
  neededIds.has(id),
)

/** What everybody is asked for is an error of the release itself: it needs no second finding. */
const missingMetadata = (view: ReleaseForRules): readonly Obstacle[] =>
  view.legacy
    ? neededRules.flatMap((rule) =>
        hitsOf(rule, view).map(({ pointer, message, fix = rule.fix }) => ({
          pointer,
          fix,
          message: (stores) => `${message} Without, it is refused by ${stores}.`,
        })),
      )
    : []

interface Offers {
  readonly all: readonly ProductOffer[]
  readonly taken: ReadonlyMap<StoreForRules, ReadonlySet<ProductOffer>>
}

const knownOffers = new WeakMap<ReleaseForRules, Offers>()

/** Kept with the view: two rules ask for each store, and a release may have many deals of many territories. */
function offersOf(view: ReleaseForRules): Offers {
  const known = knownOffers.get(view)
  if (known) return known
  const all = productOffers(view.release)
  const takenAt = ({ takes = {} }: StoreForRules) => new Set(all.filter((offer) => takenBy(offer, takes) !== undefined))
  const offers = { all, taken: new Map(storesOf(view).map((store) => [store, takenAt(store)] as const)) }
  knownOffers.set(view, offers)
  return offers
}

const noOffers: ReadonlySet<ProductOffer> = new Set()
const takenDeals = (store: StoreForRules, view: ReleaseForRules): ReadonlySet<ProductOffer> =>
  offersOf(view).taken.get(store) ?? noOffers

function missingDeal(store: StoreForRules, view: ReleaseForRules): readonly Obstacle[] {
  // Without a date nothing is offered to anybody, and that is an error of its own.
  if (view.release.releaseDate === undefined || takenDeals(store, view).size > 0) return []
  return [{ pointer: '/deals', message: (stores) => `Nothing that the release offers is taken by ${stores}.` }]
}

function dealsLeftOut(store: StoreForRules, view: ReleaseForRules): readonly Obstacle[] {
  const taken = takenDeals(store, view)
  if (taken.size === 0) return []
  return offersOf(view).all.flatMap((offer) => {
    const { index } = offer
    return index === undefined || taken.has(offer)
      ? []
      : [
          {
            pointer: pointerTo('deals', index),
            message: (stores: string) => `Deal ${index + 1} is not taken by ${stores}. The message leaves it out.`,
          },
        ]
  })
}

function unmappedGenres({ genres }: StoreForRules, view: ReleaseForRules): readonly Obstacle[] {
  if (genres === undefined) return []
  const written = [
    { pointer: '/genre', code: view.release.genre },
    ...tracksOf(view).map(({ value, pointer }) => ({ pointer: `${pointer}/genre`, code: value.genre })),
  ]
  return written.flatMap(({ pointer, code }) => {
    const known = referenceData.genres.find((genre) => genre.code === code)
    if (known === undefined || Object.hasOwn(genres, known.code)) return []
    return [
      {
        pointer,
        message: (stores) => `There is no word for the genre at ${stores}: it goes there as ${quote(known.name)}.`,
      },
    ]
  })
}

const refusedAudio = ({ takes: { audio } = {} }: StoreForRules, view: ReleaseForRules): readonly Obstacle[] =>
  audio === undefined
    ? []
    : tracksOf(view).flatMap(({ value, pointer }) => {
        const container = audioOf(view, value)?.container
        if (container === undefined || audio.includes(container)) return []
        return [
          {
            pointer: `${pointer}/uploadId`,
            wish: audio.map((word) => word.toUpperCase()).join(', '),
            message: (stores: string) =>
              `The audio of track ${quote(value.title)} is ${container.toUpperCase()}, which is not taken by ${stores}.`,
          },
        ]
      })

const coverOf = ({ release: { coverUploadId }, uploads }: ReleaseForRules) => {
  const technical = coverUploadId === undefined ? undefined : uploads.get(coverUploadId)?.technical
  return technical?.kind === 'image' ? technical : undefined
}

function smallCover({ takes: { leastCover = 0 } = {} }: StoreForRules, view: ReleaseForRules): readonly Obstacle[] {
  const { width, height } = coverOf(view) ?? {}
  if (width === undefined || height === undefined || Math.min(width, height) >= leastCover) return []
  return [
    {
      pointer: '/coverUploadId',
      wish: String(leastCover),
      message: (stores) => `The cover has ${width} x ${height} pixels, too few for ${stores}.`,
    },
  ]
}

/** A store that was chosen and refuses stops a submission; one that is among all outlets does not stop the others. */
const refusal = { severity: 'error', unchosenSeverity: 'warning' } as const
const settingsOfStore = 'Settings of the outlet: what the store takes'

/** Findings about what stores take of a release. */
export const storeRules: readonly ReleaseRule[] = [
  defineRule({
    ...refusal,
    id: 'store_metadata_missing',
    appliesTo: 'release',
    title: 'A release for stores has all that their messages must say',
    fix: 'Add it, or leave the store out of the outlets.',
    source: 'DDEX ERN 4.3.2 release profiles',
    check: eachStore((_store, view) => missingMetadata(view)),
  }),
  defineRule({
    ...refusal,
    id: 'store_deal_missing',
    appliesTo: 'release',
    title: 'Each store takes at least one deal of the release',
    fix: 'Offer it in a way and a territory that the store takes, or leave the store out of the outlets.',
    source: settingsOfStore,
    check: eachStore(missingDeal),
  }),
  defineRule({
    id: 'store_deal_left_out',
    severity: 'note',
    appliesTo: 'release',
    title: 'A store hears only of the deals that it takes',
    fix: 'Nothing to do, unless the store should offer it in this way too.',
    source: settingsOfStore,
    check: eachStore(dealsLeftOut),
  }),
  defineRule({
    id: 'store_genre_unmapped',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Stores with a list of genres have a word for that of the release',
    fix: 'Choose another genre, or ask the operator of the hub to add the word of the store.',
    source: settingsOfStore,
    check: eachStore(unmappedGenres),
  }),
  defineRule({
    ...refusal,
    id: 'store_audio_refused',
    appliesTo: 'track',
    title: 'Stores take the format of the audio',
    fix: 'Export the master again in a format that the store takes, or leave the store out of the outlets.',
    source: settingsOfStore,
    check: eachStore(refusedAudio),
  }),
  defineRule({
    ...refusal,
    id: 'store_cover_too_small',
    appliesTo: 'release',
    title: 'The cover is large enough for the stores',
    fix: 'Export it larger from the original, or leave the store out of the outlets.',
    source: settingsOfStore,
    check: eachStore(smallCover),
  }),
]
