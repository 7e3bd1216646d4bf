import type { ReleaseInput, TrackInput } from '@spindle/contract'

/** The result of the message reader. It has touched hostile bytes: the caller checks its form first. */

export const noteCodes = ['dropped', 'assumed', 'invalid', 'shortened'] as const

/** Something in the message that was not imported as it is there. */
export interface ReadNote {
  readonly code: (typeof noteCodes)[number]
  readonly message: string
  /** XPath, by local names. */
  readonly path: string
  readonly line: number
}

export const refusals = ['xml_invalid', 'xml_refused', 'message_unknown', 'message_unusable'] as const

export interface ReadFile {
  /** Inside the package, as the message writes it; null where it names none. */
  readonly path: string | null
  readonly hash: { readonly algorithm: 'md5' | 'sha1' | 'sha256'; readonly value: string } | null
  /** A number as it is written, of bytes or kilobytes; null where the message does not say it. */
  readonly size: string | null
  /** False where the message says that the file does not come with it, because the receiver has it. */
  readonly isProvided: boolean
}

type Carried<T, Left extends string> = Omit<T, Left | 'uploadId'>

export interface ReadTrack {
  readonly members: Carried<TrackInput, 'number' | 'durationMs' | 'territories' | 'restrictions' | 'availability'>
  readonly file: ReadFile
  /** How long it is; null where the message does not say so. */
  readonly seconds: number | null
  /** Not shown before the first deal. */
  readonly isHidden: boolean
  /** The terms on which the track is offered separately, by their place in `deals`; null where the message has none. */
  readonly offers: number | null
}

/** One line of a deal as it is written, with moments as in the message: without `Z` they are local. */
export interface ReadTerms {
  readonly territories: { readonly mode: 'worldwide' | 'include' | 'exclude'; readonly codes?: string[] }
  readonly start: string | null
  readonly end: string | null
  readonly models: ('subscription' | 'ad_supported' | 'paid' | 'free')[]
  readonly uses: ('stream' | 'download' | 'conditional_download' | 'noninteractive_stream' | 'ringtone' | 'ugc')[]
  readonly priceTier: string | null
  readonly isPreorder: boolean
  readonly claimPolicy: 'monetize' | 'track' | 'block' | null
}

export interface ReadRelease {
  /** `genre` and `subgenre` are names here. */
  readonly members: Carried<Omit<ReleaseInput, 'submit'>, 'tracks' | 'deals' | 'territories' | 'coverUploadId'>
  readonly tracks: readonly ReadTrack[]
  readonly cover: ReadFile | null
  /** Each list of terms once: most tracks of a release are offered alike. */
  readonly deals: readonly (readonly ReadTerms[])[]
  /** Its place in `deals`. */
  readonly offers: number
  /** What of the deals has no word here, in words for people. */
  readonly unclear: readonly string[]
}

/** The most that one list of terms holds, and all of them together. */
export const maxTerms = 250
export const maxAllTerms = 10_000
/** The most unclear parts that are listed. */
export const maxUnclear = 50

export interface ReadMessage {
  /** Of ERN: `4.3.2`. */
  readonly version: string
  readonly messageId: string | null
  readonly sender: { readonly id: string | null; readonly name: string | null }
  /** ISO 8601 in UTC. */
  readonly createdAt: string | null
  readonly identity: {
    readonly icpn: string | null
    readonly grid: string | null
    readonly proprietaryIds: readonly { readonly namespace: string; readonly value: string }[]
  }
  /** Null where the message takes the release down and says nothing else of it. */
  readonly release: ReadRelease | null
  /** Whether it offers anything. */
  readonly isTakedown: boolean
  readonly notes: readonly ReadNote[]
}

export type Reading =
  | { readonly outcome: 'read'; readonly message: ReadMessage }
  | {
      readonly outcome: 'refused'
      readonly code: (typeof refusals)[number]
      readonly detail: string
      readonly line: number | null
    }
