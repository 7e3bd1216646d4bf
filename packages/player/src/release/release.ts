/** The members of a release that the player uses, as `GET /api/integration/releases/{releaseId}` answers them. */

/** A signed address of the hub. */
export interface PlayerAddress {
  /** For `<audio src>` or `<img src>`. */
  readonly url: string
}

/** A track that can be played. */
export interface PlayerTrack {
  /** Names the track in reports of plays. */
  readonly trackId: string
  /** Without version and featured artists. */
  readonly title: string
  /** Such as Live; null if there is none. */
  readonly version?: string | null
  /** Shown if it differs from that of the release. */
  readonly displayArtist?: string | null
  /** Length in milliseconds. */
  readonly durationMs?: number | null
  /** The master. */
  readonly signedAudio: PlayerAddress
  /** Compressed copies; the first one is played. */
  readonly renditions?: readonly { readonly signedAudio: PlayerAddress }[]
  /** Loudness and digest of the master. */
  readonly audio?: { readonly sha256?: string; readonly integratedLufs?: number | null }
}

/** A release as the site's server passes it on. Other members are ignored. */
export interface PlayerRelease {
  /** Events about other releases are ignored. */
  readonly id: string
  /** Title of the release. */
  readonly title: string
  /** Such as Deluxe Edition; null if there is none. */
  readonly version?: string | null
  /** Artists as displayed. */
  readonly displayArtist?: string | null
  /** The cover; null if there is none. */
  readonly signedCover?: PlayerAddress | null
  /** In the order in which they are played. */
  readonly tracks: readonly PlayerTrack[]
}

/** Throws a TypeError that names what is missing. Tracks without an address are left out. */
export function parseRelease(value: unknown): PlayerRelease {
  const release = value as Partial<PlayerRelease> | null
  if (typeof release?.id !== 'string') throw new TypeError('The release has no id. Fix: pass on the answer of the hub.')
  if (!Array.isArray(release.tracks))
    throw new TypeError('The release has no tracks. Fix: pass on the answer of the hub.')
  const tracks = (release.tracks as Partial<PlayerTrack>[]).filter(
    (track) => typeof track?.trackId === 'string' && typeof track.signedAudio?.url === 'string',
  )
  return { ...release, id: release.id, title: release.title ?? '', tracks: tracks as PlayerTrack[] }
}

/** Where a browser plays the track: the MP3, or the master until the hub has made it. */
export const audioAddressOf = ({ renditions, signedAudio }: PlayerTrack): string =>
  (renditions?.[0]?.signedAudio ?? signedAudio).url

/** Where a browser gets the cover in this width, which the hub makes in 64, 256 and 640 pixels. */
export const coverAddressOf = ({ signedCover }: PlayerRelease, size: 64 | 256 | 640): string | undefined =>
  signedCover ? `${signedCover.url}&size=${size}` : undefined

/** The title with its version: `Night Drive (Live)`. */
export const fullTitleOf = ({ title, version }: Pick<PlayerTrack, 'title' | 'version'>): string =>
  version ? `${title} (${version})` : title
