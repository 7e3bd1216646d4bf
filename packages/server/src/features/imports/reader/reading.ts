import type { ReleaseDocument } from '@spindle/contract'

/** The result of the message reader. It was computed from untrusted bytes: the caller validates it first. */

export const noteCodes = ['dropped', 'assumed', 'invalid', 'shortened'] as const

/** Content of the message that was not imported unchanged. */
export interface ReadNote {
  readonly code: (typeof noteCodes)[number]
  readonly message: string
  /** XPath, by local names. */
  readonly path: string
  readonly line: number
}

export const refusals = ['xml_invalid', 'xml_refused', 'message_unknown', 'message_unusable'] as const

export interface ReadFile {
  /** The path inside the package, as in the message; null if it names none. */
  readonly path: string | null
  readonly hash: { readonly algorithm: 'md5' | 'sha1' | 'sha256'; readonly value: string } | null
  /** A number as written, in bytes or kilobytes; null if it is missing. */
  readonly size: string | null
  /** False if the message states that the file is not included, because the receiver has it. */
  readonly isProvided: boolean
}

type Carried<T, Left extends string> = Omit<T, Left | 'uploadId'>

export interface ReadTrack {
  readonly members: Carried<
    ReleaseDocument['tracks'][number],
    'id' | 'number' | 'durationMs' | 'territories' | 'restrictions' | 'availability'
  >
  readonly file: ReadFile
  /** The length; null if the message does not state it. */
  readonly seconds: number | null
  /** Hidden before the first deal. */
  readonly isHidden: boolean
  /** The terms on which the track is offered separately, by their index in `deals`; null if the message has none. */
  readonly offers: number | null
}

/** One line of a deal as written, with moments as in the message: without `Z` they are local. */
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
  readonly members: Carried<ReleaseDocument, 'tracks' | 'deals' | 'territories' | 'coverUploadId'>
  readonly tracks: readonly ReadTrack[]
  readonly cover: ReadFile | null
  /** Each list of terms once: most tracks of a release have the same terms. */
  readonly deals: readonly (readonly ReadTerms[])[]
  /** Its index in `deals`. */
  readonly offers: number
  /** The parts of the deals that cannot be expressed, in words for people. */
  readonly unclear: readonly string[]
}

/** The limit for one list of terms, and for all of them together. */
export const maxTerms = 250
export const maxAllTerms = 10_000
/** The maximum number of unclear parts that are listed. */
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
  /** Null if the message takes the release down and contains nothing else about it. */
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
