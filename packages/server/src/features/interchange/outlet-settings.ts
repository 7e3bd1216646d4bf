import type { LiveOn } from '../outlets/index.ts'
import type { ErnReceiver } from './ern/ern-model.ts'
import type { ResendFiles } from './messages/what-store-has.ts'
import type { FolderPlace, SignedSftpPlace } from './transports/open-transport.ts'
import type { S3Place } from './transports/s3-transport.ts'

/** How an outlet for stores is set up. What stores want beyond the standard is data, by the name of the profile. */

export const outletProfiles = ['generic', 'spotify', 'youtube', 'meta', 'massivemusic'] as const
export type OutletProfile = (typeof outletProfiles)[number]

export const choreographies = ['batch', 'release_by_release'] as const

/** The digest of a message in the end mark of its batch, by its name in DDEX. */
export const manifestHashes = ['none', 'MD5', 'SHA-256'] as const
export type ManifestHash = (typeof manifestHashes)[number]

export const writeFilesWords = ['renamed', 'in_place'] as const
export type WriteFiles = (typeof writeFilesWords)[number]

/** What is kept of an outlet, whole: what was left out is filled from its profile when it is added. */
export interface StoreSettings extends ErnReceiver {
  readonly outletProfile: OutletProfile
  readonly choreography: (typeof choreographies)[number]
  /** Whether the end mark of a batch is empty, as some stores want it. */
  readonly emptyEndMark: boolean
  readonly manifestHash: ManifestHash
  /** Whether the store answers in `acknowledgements/`. */
  readonly acknowledges: boolean
  /** Whether the hub reports releases as live once the store has acknowledged them. */
  readonly liveOn: LiveOn
  /** When updates leave out files that went to the store before. */
  readonly resendFiles: ResendFiles
  /** Whether files get their names at the end, or are written in place where the store does not let the hub rename. */
  readonly writeFiles: WriteFiles
  /** How often it is looked for an answer. */
  readonly askEverySeconds: number
}

export interface FolderSettings extends StoreSettings, FolderPlace {}
export interface SftpSettings extends StoreSettings, SignedSftpPlace {}
/** Its secret access key is kept apart from the settings, sealed. */
export interface S3Settings extends StoreSettings, S3Place {}

interface Quirks extends Pick<StoreSettings, 'takedownStyle' | 'compilationType' | 'productRoles' | 'emptyEndMark'> {
  readonly leastRecipients: number
}

const usual: Quirks = { takedownStyle: 'no_deal', emptyEndMark: false, leastRecipients: 1 }

/** As published by each store, read in November 2026; docs/interchange.md has the sources. */
export const quirks: Readonly<Record<OutletProfile, Quirks>> = {
  generic: usual,
  spotify: { ...usual, compilationType: 'Compilation', productRoles: ['producer', 'remixer'] },
  youtube: { ...usual, takedownStyle: 'end_date', leastRecipients: 2 },
  meta: { ...usual, emptyEndMark: true },
  massivemusic: usual,
}

/** Settings come from this hub's own table, where only `outlets add` writes them. Older ones lack what came later. */
export function asStoreSettings(settings: unknown): StoreSettings {
  type Later = 'ernVersion' | 'manifestHash' | 'liveOn' | 'resendFiles' | 'writeFiles'
  const stored = settings as Omit<StoreSettings, Later> & Partial<Pick<StoreSettings, Later>>
  return {
    ernVersion: '4.3.2',
    manifestHash: 'SHA-256',
    liveOn: 'ack',
    resendFiles: usualResendFiles(stored),
    writeFiles: 'renamed',
    ...stored,
  }
}

export const writesInPlace = (settings: unknown): boolean =>
  settings !== undefined && asStoreSettings(settings).writeFiles === 'in_place'

/** A store that never answers has what was sent to it in full. */
export const usualResendFiles = ({ acknowledges }: Pick<StoreSettings, 'acknowledges'>): ResendFiles =>
  acknowledges ? 'until_acknowledged' : 'until_sent'
