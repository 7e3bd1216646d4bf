import { type ErnVersion, ernVersions } from './ern/ern-versions.ts'
import type { OutletProfile } from './outlet-settings.ts'

/** Which versions of ERN each store says it receives, and which of them the hub writes. */

interface PublishedVersions {
  readonly store: string
  /** As the store publishes them, read in November 2026; docs/interchange.md has the sources. */
  readonly published: string
  /** Those that the hub writes, the fittest first. */
  readonly written: readonly ErnVersion[]
}

const publishedVersions: Readonly<Record<Exclude<OutletProfile, 'generic'>, PublishedVersions>> = {
  spotify: { store: 'Spotify', published: '4.3 and later', written: ernVersions },
  youtube: { store: 'YouTube', published: '3.4 to 3.8 and 4.3', written: ['4.3'] },
  meta: { store: 'Meta', published: '3.8.3 and 4.2', written: [] },
  massivemusic: { store: 'MassiveMusic', published: '3.8.2', written: [] },
}

type ChosenVersion = { readonly version: ErnVersion } | { readonly problem: string }

/**
 * The version for messages to a store: the one that is asked for, else the fittest. A store that publishes no version
 * that the hub writes gets one only if it is asked for, because the store may have agreed to it.
 */
export function chooseVersion(profile: OutletProfile, asked: ErnVersion | undefined): ChosenVersion {
  if (profile === 'generic') return { version: asked ?? '4.3.2' }
  const { store, published, written } = publishedVersions[profile]
  const [fittest] = written
  if (fittest === undefined)
    return asked === undefined
      ? {
          problem: `${store} publishes ERN ${published}, and the hub writes ${ernVersions.join(', ')}. If ${store} agreed to one of these, name it with --ern`,
        }
      : { version: asked }
  const version = asked ?? fittest
  if (written.includes(version)) return { version }
  return { problem: `${store} publishes ERN ${published}, and not ${version}: use --ern ${fittest}` }
}
