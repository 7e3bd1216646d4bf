import type { ImageTechnical, Upload } from '../../api/uploads.ts'
import type { Contributor } from '../../releases/contributors.ts'
import type { DealFilter } from '../../releases/offers.ts'
import type { ReleaseDocument } from '../../releases/release-model.ts'
import type { Deal } from '../../releases/release-parts.ts'
import type { CheckedRule } from '../define-rule.ts'
import type { Finding, FindingOutlet } from '../finding.ts'

/** What rules see of a release: its document, the uploads it refers to, and what they need of the rest. */

/** An upload a release refers to. Before it is analysed, only its header may be known. */
export interface UploadForRules extends Pick<Upload, 'id' | 'kind' | 'status'> {
  readonly findings: readonly Finding[]
  readonly technical:
    | {
        readonly kind: 'audio'
        readonly container?: string | undefined
        readonly durationMs?: number | undefined
        readonly pcmSha256?: string | undefined
      }
    | ({ readonly kind: 'image' } & Partial<Pick<ImageTechnical, 'container' | 'width' | 'height'>>)
    | null
}

/**
 * Where a release is. `new`: it was never delivered. `offered`: it was delivered, taken down, and waits for review again.
 * `out`: an outlet has it or may have it. `down`: no outlet has it any more.
 */
export type ReleasePlace = 'new' | 'offered' | 'out' | 'down'

/** A track of another release of the account that has an ISRC or the audio in common with this release. */
export interface OtherTrack {
  readonly releaseId: string
  readonly releaseTitle: string
  readonly title: string
  /** Normal form; null when it has none. */
  readonly isrc: string | null
  /** Digest of the decoded samples; null when the audio is not analysed. */
  readonly pcmSha256: string | null
  /** Whether the ISRC is free for other audio if this release replaces that one, now or after its takedown. */
  readonly canBeReplaced?: 'now' | 'after_takedown' | undefined
}

/** What the account already calls the audio of a track: a recording keeps its ISRC on every release. */
export interface KnownRecording extends OtherTrack {
  readonly isrc: string
  readonly pcmSha256: string
}

/** Another release of the account that is not a draft and has the same UPC. */
export interface OtherRelease {
  readonly releaseId: string
  readonly title: string
  readonly gtin14: string
  readonly place: ReleasePlace
  /** Whether another release replaces it. */
  readonly isReplaced: boolean
}

/** The release that is named in `replaces`. */
export interface ReplacedRelease {
  readonly releaseId: string
  readonly title: string
  readonly place: ReleasePlace
  /** Another release that was submitted as its replacement. */
  readonly replacedBy: {
    readonly releaseId: string
    readonly title: string
    readonly isDelivered: boolean
  } | null
  /** Tracks with an ISRC of the replaced release and other audio than it had. */
  readonly otherAudio: readonly OtherAudio[]
}

export interface OtherAudio {
  /** Position of the track in the release, from 0. */
  readonly index: number
  /** Normal form. */
  readonly isrc: string
  readonly hasReason: boolean
  /** A third release that forbids it: it has the old recording, or the new audio under the ISRC that is given. */
  readonly use: { readonly releaseId: string; readonly releaseTitle: string; readonly isrc: string | null } | null
}

/** The part of a release that concerns a store; what is left out is not a limit. */
export interface StoreFilter extends DealFilter {
  /** Containers of masters: `wav`, `flac` ... */
  readonly audio?: readonly string[] | undefined
  /** Pixels of the shorter side of a cover. */
  readonly leastCover?: number | undefined
}

/** What a store takes, and in which words. */
export interface StoreWishes {
  readonly takes?: StoreFilter | undefined
  /** Words of the store for genres, by our codes; others go by their name. */
  readonly genres?: Readonly<Record<string, string>> | undefined
}

/** An outlet that receives releases in messages, which contain less than a release may. */
export interface StoreForRules extends FindingOutlet, StoreWishes {}

/** A track as stored: its contributors have names. */
export type TrackForRules = ReleaseDocument['tracks'][number]

/** A label with an ISRC prefix or a UPC range of its own. The hub then assigns no code from another source. */
export interface LabelCodes {
  readonly label: string
  readonly isrcPrefix: string | null
  readonly upcRange: string | null
}

/** What rules need beside the release: the day, the hub, and other releases of the account. */
export interface RuleContext {
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string
  /** Which identifiers the hub assigns when a release is submitted without: the operator or the label has a prefix or a pool for them. */
  readonly assigns: { readonly upc: boolean; readonly isrc: boolean }
  /** Where the codes come from if the label of the release has a prefix or a range of its own. */
  readonly labelCodes?: LabelCodes | undefined
  /** Whether any revision of the release was delivered before. */
  readonly delivered: boolean
  /** Ids of the outlets of the hub. */
  readonly outlets: readonly string[]
  /** Those of them that are stores. */
  readonly stores: readonly StoreForRules[]
  /** The id of the requested outlet, whether the release goes there or not. */
  readonly askedOutlet?: string | undefined
  readonly otherTracks: readonly OtherTrack[]
  /** Of the tracks without an ISRC, those whose audio has one in the account. */
  readonly knownRecordings: readonly KnownRecording[]
  readonly otherReleases: readonly OtherRelease[]
  /**
   * The release in `replaces`; null if the account has none with this id. Undefined if `replaces` is not set, the
   * replacement was delivered, or the account is not known.
   */
  readonly replaced?: ReplacedRelease | null | undefined
}

/** Everything a rule may read. The code that applies the rules builds it; rules do no I/O. */
export interface ReleaseForRules {
  readonly release: ReleaseDocument
  /** Made by the single-asset API, which takes only a title and an upload. */
  readonly legacy: boolean
  readonly uploads: ReadonlyMap<string, UploadForRules>
  readonly context: RuleContext
}

/** A rule releases are checked against. */
export type ReleaseRule = CheckedRule<ReleaseForRules>

/** RFC 6901 pointer of the members and indexes, from the release downwards. */
export const pointerTo = (...path: readonly (string | number)[]): string =>
  path.map((step) => `/${typeof step === 'number' ? step : escapeStep(step)}`).join('')

const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')

/** Text of the caller inside a message, shortened so that the message keeps its limit. */
export const quote = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`

/** By what name people compare texts: no difference of case, width or spaces. */
export const comparable = (text: string | undefined): string =>
  (text ?? '').normalize('NFKC').toLocaleLowerCase('en').replace(/\s+/gu, ' ').trim()

/** A part of the release with the place where it is written (RFC 6901, from the release downwards). */
export interface Placed<T> {
  readonly value: T
  readonly pointer: string
}

/** Whether outlets of the release were chosen, or one was requested: all outlets are not a choice. */
export const hasChosenOutlet = ({ release, context }: ReleaseForRules): boolean =>
  release.outlets !== undefined || context.askedOutlet !== undefined

/** The stores that the release goes to, or the requested one. */
export const storesOf = ({ release, context: { stores, askedOutlet } }: ReleaseForRules): readonly StoreForRules[] =>
  stores.filter(({ id }) => (askedOutlet === undefined ? (release.outlets?.includes(id) ?? true) : id === askedOutlet))

const placedTracks = new WeakMap<ReleaseForRules, readonly Placed<TrackForRules>[]>()

/** The tracks in order, each with its pointer. Kept with the view: most rules use them, and a release may have 500. */
export function tracksOf(view: ReleaseForRules): readonly Placed<TrackForRules>[] {
  const known = placedTracks.get(view)
  if (known) return known
  const placed = view.release.tracks.map((value, index) => ({ value, pointer: pointerTo('tracks', index) }))
  placedTracks.set(view, placed)
  return placed
}

/** The deals of the release, then those of its tracks, where each is written. */
export const writtenDeals = (view: ReleaseForRules): readonly Placed<Deal>[] =>
  dealLists(view).flatMap(({ value, pointer }) =>
    value.map((deal, index) => ({ value: deal, pointer: `${pointer}${pointerTo(index)}` })),
  )

/** Each list of deals that belong together: of the release, and of each track that has its own. */
export const dealLists = (view: ReleaseForRules): readonly Placed<readonly Deal[]>[] => [
  { value: view.release.deals ?? [], pointer: '/deals' },
  ...tracksOf(view).map(({ value: { deals = [] }, pointer }) => ({ value: deals, pointer: `${pointer}/deals` })),
]

/** Whether AI is said to have made any part, or not to have. Undeclared parts count as left out. */
export const declaresAi = (usage: Readonly<Record<string, string | undefined>> | undefined): boolean =>
  Object.values(usage ?? {}).some((level) => level !== undefined && level !== 'undeclared')

/** A track without contributors has those of the release. */
export const contributorsOf = (view: ReleaseForRules, track: TrackForRules): readonly Contributor[] =>
  track.contributors ?? view.release.contributors ?? []

/** Every contributor where it is written, once. */
export const writtenContributors = (view: ReleaseForRules): readonly Placed<Contributor>[] => [
  ...(view.release.contributors ?? []).map((value, index) => ({ value, pointer: pointerTo('contributors', index) })),
  ...tracksOf(view).flatMap(({ value: track, pointer }) =>
    (track.contributors ?? []).map((value, index) => ({
      value,
      pointer: `${pointer}${pointerTo('contributors', index)}`,
    })),
  ),
]

/** The main artists of a list, as the caller writes them. */
export const mainArtists = (contributors: readonly Contributor[]): readonly string[] =>
  contributors.filter(({ role }) => role === 'main_artist' || role === 'ddex:MainArtist').map(({ name }) => name)

/** What the analysis measured of a track's audio, once it has. */
export const audioOf = (view: ReleaseForRules, track: TrackForRules) => {
  const technical = view.uploads.get(track.uploadId ?? '')?.technical
  return technical?.kind === 'audio' ? technical : undefined
}
