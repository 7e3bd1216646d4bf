/** The words for how messages to a store are, and what each store publishes about them. */

/** The versions of ERN that the hub writes, newest first. */
export const ernVersions = ['4.3.2', '4.3.1', '4.3', '3.8.3', '3.8.2'] as const
/** One of `ernVersions`. */
export type ErnVersion = (typeof ernVersions)[number]

/** The profiles of ERN for messages to a store. */
export const ernProfiles = ['Audio', 'SimpleAudioSingle'] as const

/** How a message takes a release down. */
export const takedownStyles = ['no_deal', 'end_date', 'purge'] as const
/** One of `takedownStyles`. */
export type TakedownStyle = (typeof takedownStyles)[number]

/** How messages are grouped. */
export const choreographies = ['batch', 'release_by_release'] as const

/** The digest of a message in the end mark of its batch, by its name in DDEX. */
export const manifestHashes = ['none', 'MD5', 'SHA-256'] as const
/** One of `manifestHashes`. */
export type ManifestHash = (typeof manifestHashes)[number]

/** When a file gets its name: at the end, or at once. */
export const writeFilesWords = ['renamed', 'in_place'] as const
/** One of `writeFilesWords`. */
export type WriteFiles = (typeof writeFilesWords)[number]

/** When an update leaves out files that went to the store before. */
export const resendFilesWords = ['until_acknowledged', 'until_sent', 'always'] as const
/** One of `resendFilesWords`. */
export type ResendFiles = (typeof resendFilesWords)[number]

/**
 * What makes a release live at an outlet that has taken it: its date (`ack`), the word of the outlet or of a person
 * (`manual`), or nothing that the hub learns of (`never`).
 */
export const liveOnWords = ['ack', 'manual', 'never'] as const
/** One of `liveOnWords`. */
export type LiveOn = (typeof liveOnWords)[number]

/** The containers of masters. */
export const masterContainers = ['wav', 'aiff', 'flac', 'mp3'] as const

/** The stores that messages can be written for. `generic` is standard ERN. */
export const outletProfiles = ['generic', 'spotify', 'youtube', 'meta', 'massivemusic'] as const
/** One of `outletProfiles`. */
export type OutletProfile = (typeof outletProfiles)[number]

/** What a store publishes about the messages that it takes. */
export interface StoreProfile {
  /** Name of the store; absent for `generic`. */
  readonly store?: string
  /** The versions of ERN that it publishes, in words. */
  readonly published?: string
  /** Those that the hub writes, the fittest first. */
  readonly versions: readonly [ErnVersion, ...ErnVersion[]]
  readonly takedownStyle: TakedownStyle
  /** How many recipients a message to it names. */
  readonly leastRecipients: number
}

/** As published by each store, read in November 2026; docs/interchange.md has the sources. */
export const storeProfiles: Readonly<Record<OutletProfile, StoreProfile>> = {
  generic: { versions: ernVersions, takedownStyle: 'no_deal', leastRecipients: 1 },
  spotify: {
    store: 'Spotify',
    published: '4.3 and later',
    versions: ['4.3.2', '4.3.1', '4.3'],
    takedownStyle: 'no_deal',
    leastRecipients: 1,
  },
  youtube: {
    store: 'YouTube',
    published: '3.4 to 3.8 and 4.3',
    versions: ['4.3'],
    takedownStyle: 'end_date',
    leastRecipients: 2,
  },
  meta: {
    store: 'Meta',
    published: '3.8.3 and 4.2',
    versions: ['3.8.3'],
    takedownStyle: 'no_deal',
    leastRecipients: 1,
  },
  massivemusic: {
    store: 'MassiveMusic',
    published: '3.8.2',
    versions: ['3.8.2'],
    takedownStyle: 'no_deal',
    leastRecipients: 1,
  },
}

/** What a store gets where nothing else is asked for. */
export const usualStore = {
  profile: 'Audio',
  avsVersion: '9',
  choreography: 'batch',
  manifestHash: 'SHA-256',
  liveOn: 'manual',
  writeFiles: 'renamed',
  askEverySeconds: 30,
} as const

/** A store that never answers has what was sent to it in full. */
export const usualResendFiles = ({ acknowledges }: { readonly acknowledges: boolean }): ResendFiles =>
  acknowledges ? 'until_acknowledged' : 'until_sent'
