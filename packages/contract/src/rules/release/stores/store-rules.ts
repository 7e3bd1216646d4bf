import { referenceData } from '../../../api/reference/reference.ts'
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

/** What single stores accept less of than the hub, by their settings and messages. One finding per place, with all stores. */

/** One place where a store does not accept the value. `wish` is what it accepts instead. */
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

/** Checks each store that the release goes to, and combines the obstacles of one place. */
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

/** What a message must contain and the single-asset API cannot take, so its own rules only warn. */
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

/** What all stores require is an error of the release itself: it needs no second finding. */
const missingMetadata = (view: ReleaseForRules): readonly Obstacle[] =>
  view.legacy
    ? neededRules.flatMap((rule) =>
        hitsOf(rule, view).map(({ pointer, message, fix = rule.fix }) => ({
          pointer,
          fix,
          message: (stores) => `${message} Required by ${stores}.`,
        })),
      )
    : []

interface Offers {
  readonly all: readonly ProductOffer[]
  readonly taken: ReadonlyMap<StoreForRules, ReadonlySet<ProductOffer>>
}

const knownOffers = new WeakMap<ReleaseForRules, Offers>()

/** Kept with the view: two rules use it for each store, and a release may have many deals of many territories. */
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
  // Without a date nothing is offered to anyone, and that is a separate error.
  if (view.release.releaseDate === undefined || takenDeals(store, view).size > 0) return []
  return [{ pointer: '/deals', message: (stores) => `None of the deals of the release is accepted by ${stores}.` }]
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
            message: (stores: string) =>
              `Deal ${index + 1} is not accepted by ${stores} and will be left out of the message.`,
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
        message: (stores) => `The genre has no equivalent at ${stores}. It is sent as ${quote(known.name)}.`,
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
              `The audio of track ${quote(value.title)} is ${container.toUpperCase()}, which is not accepted by ${stores}.`,
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
      message: (stores) => `The cover has ${width} x ${height} pixels, which is too small for ${stores}.`,
    },
  ]
}

/** A store that was chosen and refuses stops a submission; one that is among all outlets does not stop the others. */
const refusal = { severity: 'error', unchosenSeverity: 'warning' } as const
const settingsOfStore = 'Settings of the outlet: accepted content'

/** Findings about what stores take of a release. */
export const storeRules: readonly ReleaseRule[] = [
  defineRule({
    ...refusal,
    id: 'store_metadata_missing',
    appliesTo: 'release',
    title: 'A release for stores must have all the details that store messages require',
    fix: 'Add the missing detail, or remove the store from the outlets.',
    source: 'DDEX ERN 4.3.2 release profiles',
    check: eachStore((_store, view) => missingMetadata(view)),
  }),
  defineRule({
    ...refusal,
    id: 'store_deal_missing',
    appliesTo: 'release',
    title: 'Every store must accept at least one deal of the release',
    fix: 'Add a deal with a use and a territory that the store accepts, or remove the store from the outlets.',
    source: settingsOfStore,
    check: eachStore(missingDeal),
  }),
  defineRule({
    id: 'store_deal_left_out',
    severity: 'note',
    appliesTo: 'release',
    title: 'Every store should accept all deals of the release',
    fix: 'No action is needed, unless the store should get this deal.',
    source: settingsOfStore,
    check: eachStore(dealsLeftOut),
  }),
  defineRule({
    id: 'store_genre_unmapped',
    severity: 'warning',
    appliesTo: 'release',
    title: 'Stores with their own genre list should have the genre of the release',
    fix: 'Choose another genre, or ask the hub operator to add a mapping for this genre.',
    source: settingsOfStore,
    check: eachStore(unmappedGenres),
  }),
  defineRule({
    ...refusal,
    id: 'store_audio_refused',
    appliesTo: 'track',
    title: 'Stores must accept the audio format',
    fix: 'Export the audio in a format that the store accepts, or remove the store from the outlets.',
    source: settingsOfStore,
    check: eachStore(refusedAudio),
  }),
  defineRule({
    ...refusal,
    id: 'store_cover_too_small',
    appliesTo: 'release',
    title: 'The cover must be large enough for the stores',
    fix: 'Export a larger cover from the original artwork, or remove the store from the outlets.',
    source: settingsOfStore,
    check: eachStore(smallCover),
  }),
]
