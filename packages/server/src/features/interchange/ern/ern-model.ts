import type { ErnVersion, ernProfiles, MessagePreview, TakedownStyle } from '@spindle/contract'
import type { StoreWishes } from '@spindle/contract/rules'
import type { DeliveredTrack, DeliveryMessage } from '../../outlets/index.ts'
import { type VersionTraits, versionTraits } from './ern-versions.ts'

/** What a message is made of. The same input is the same bytes. */

export interface ErnParty {
  /** DDEX party identifier. */
  readonly dpid: string
  readonly name: string
}

export interface ErnFile {
  readonly sha256: string
  readonly size: number
  readonly container: string
  readonly audio?: { readonly codec: string; readonly channels: number; readonly sampleRate: number } & {
    readonly bitDepth: number | null
  }
  readonly image?: { readonly width: number; readonly height: number }
}

/** What a message carries beside the release: who it is from and to, and which of the sender's messages it is. */
export interface ErnIdentity {
  readonly messageId: string
  /** Groups the first message of a release, its updates and its takedown. */
  readonly threadId: string
  /** ISO 8601 with `Z`. */
  readonly createdAt: string
}

/** How one receiver wants its messages. */
export interface ErnReceiver extends Omit<StoreWishes, 'covers'> {
  readonly recipients: readonly ErnParty[]
  /** SimpleAudioSingle is used for releases of one track; everything else goes as Audio. ERN 3 has no such profile. */
  readonly profile: (typeof ernProfiles)[number]
  readonly ernVersion: ErnVersion
  readonly avsVersion: string
  readonly isTest: boolean
  readonly takedownStyle: TakedownStyle
  /** Roles of the release, beside those of artists, that are shown at the product as well. */
  readonly productRoles?: readonly string[] | undefined
  /** ReleaseType of compilations when the receiver uses its own word. */
  readonly compilationType?: string | undefined
}

export interface ErnInput {
  readonly releaseId: string
  readonly release: DeliveryMessage['release']
  readonly tracks: readonly DeliveredTrack[]
  /** By the id of the upload. */
  readonly files: ReadonlyMap<string, ErnFile>
  readonly sender: ErnParty
  readonly receiver: ErnReceiver
  readonly identity: ErnIdentity
  readonly purpose: 'offer' | 'takedown'
  /** Whether the package holds the files; without them it changes the metadata alone. */
  readonly providesFiles: boolean
  /** Whether the release was sent to the receiver before. Only ERN 3 states it. */
  readonly isUpdate: boolean
}

/** Something of a release that a message does not contain. */
export interface NotCarried {
  /** RFC 6901, from the release downwards. */
  readonly pointer: string
  readonly message: string
}

export const isSimpleSingle = ({ receiver, tracks }: ErnInput): boolean =>
  receiver.profile === 'SimpleAudioSingle' && tracks.length === 1 && traitsOf({ receiver }).family === 4

/** The release profile of the message. */
export function profileOf(input: ErnInput): MessagePreview['profile'] {
  if (isErn3(input)) return input.release.type === 'single' ? 'AudioSingle' : 'AudioAlbumMusicOnly'
  return isSimpleSingle(input) ? 'SimpleAudioSingle' : 'Audio'
}

/** Where the version of the receiver differs from others. */
export const traitsOf = ({ receiver }: Pick<ErnInput, 'receiver'>): VersionTraits => versionTraits[receiver.ernVersion]

export const isPurge = ({ purpose, receiver }: Pick<ErnInput, 'purpose' | 'receiver'>): boolean =>
  purpose === 'takedown' && receiver.takedownStyle === 'purge'

export const namespaceOf = ({ sender }: Pick<ErnInput, 'sender'>): string => `DPID:${sender.dpid}`

/** ERN 3 lists parties in no separate place, and many things in another order. */
export const isErn3 = (input: Pick<ErnInput, 'receiver'>): boolean => traitsOf(input).family === 3

/** By what files and folders of the release are named: its bar code, else its GRid, else our id. */
export const packageName = ({ release, releaseId }: Pick<ErnInput, 'release' | 'releaseId'>): string =>
  icpnOf(release.upc) ?? gridOf(release.grid) ?? releaseId

/** Digits as they are written, leading zeros too. */
export function icpnOf(upc: string | undefined): string | undefined {
  const digits = upc?.replaceAll(/\D/g, '') ?? ''
  return [8, 12, 13, 14].includes(digits.length) ? digits : undefined
}

export function gridOf(grid: string | undefined): string | undefined {
  const text = grid?.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase() ?? ''
  return text.length === 18 ? text : undefined
}

const extensions: Readonly<Record<string, string>> = { jpeg: 'jpg', tiff: 'tif' }

/** A file of the package: the number of the resource names it. */
export const fileName = (input: ErnInput, resource: number, { container }: Pick<ErnFile, 'container'>): string =>
  `resources/${packageName(input)}_T${resource}_001.${extensions[container] ?? container}`
