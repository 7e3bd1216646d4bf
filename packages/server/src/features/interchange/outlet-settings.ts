import {
  type choreographies,
  type LiveOn,
  type ManifestHash,
  type OutletProfile,
  type ResendFiles,
  storeProfiles,
  usualResendFiles,
  type WriteFiles,
} from '@spindle/contract'
import { type DeliveryAccess, OutletFailure } from '../outlets/index.ts'
import type { ErnReceiver } from './ern/ern-model.ts'
import type { FolderPlace, SignedSftpPlace } from './transports/open-transport.ts'
import type { S3Place } from './transports/s3-transport.ts'

/** How an outlet for stores is set up. What stores want beyond the standard is data, by the name of the profile. */

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

const usualOf = (profile: OutletProfile): Quirks => {
  const { takedownStyle, leastRecipients } = storeProfiles[profile]
  return { takedownStyle, emptyEndMark: false, leastRecipients }
}

export const quirks: Readonly<Record<OutletProfile, Quirks>> = {
  generic: usualOf('generic'),
  spotify: { ...usualOf('spotify'), compilationType: 'Compilation', productRoles: ['producer', 'remixer'] },
  youtube: usualOf('youtube'),
  meta: { ...usualOf('meta'), emptyEndMark: true },
  massivemusic: usualOf('massivemusic'),
}

/** Settings come from this hub's own table, where only the changes of operators write them. Older ones lack what came later. */
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

export const outletUnknown = () => new OutletFailure('outlet_unknown', 'The hub no longer has this outlet.')

/** Throws `outlet_unknown` if the outlet was removed. */
export function settingsOf({ settings }: Pick<DeliveryAccess, 'settings'>): StoreSettings {
  if (settings === undefined) throw outletUnknown()
  return asStoreSettings(settings)
}

export const writesInPlace = (settings: unknown): boolean =>
  settings !== undefined && asStoreSettings(settings).writeFiles === 'in_place'
