import type { ErnVersion } from './ern/ern-versions.ts'
import type { OutletProfile } from './outlet-settings.ts'

/** Which versions of ERN each store says it receives, and which of them the hub writes. */

interface PublishedVersions {
  readonly store: string
  /** As the store publishes them, read in November 2026; docs/interchange.md has the sources. */
  readonly published: string
  /** Those that the hub writes, the fittest first. */
  readonly written: readonly [ErnVersion, ...ErnVersion[]]
}

const publishedVersions: Readonly<Record<Exclude<OutletProfile, 'generic'>, PublishedVersions>> = {
  spotify: { store: 'Spotify', published: '4.3 and later', written: ['4.3.2', '4.3.1', '4.3'] },
  youtube: { store: 'YouTube', published: '3.4 to 3.8 and 4.3', written: ['4.3'] },
  meta: { store: 'Meta', published: '3.8.3 and 4.2', written: ['3.8.3'] },
  massivemusic: { store: 'MassiveMusic', published: '3.8.2', written: ['3.8.2'] },
}

type ChosenVersion = { readonly version: ErnVersion } | { readonly problem: string }

/** The version for messages to a store: the one that is asked for, if the store publishes it, else the fittest. */
export function chooseVersion(profile: OutletProfile, asked: ErnVersion | undefined): ChosenVersion {
  if (profile === 'generic') return { version: asked ?? '4.3.2' }
  const { store, published, written } = publishedVersions[profile]
  const version = asked ?? written[0]
  if (written.includes(version)) return { version }
  return { problem: `${store} publishes ERN ${published}, and not ${version}: use --ern ${listOr(written)}` }
}

/** `4.3.2, 4.3.1 or 4.3` */
const listOr = (words: readonly string[]): string =>
  words.length === 1 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
