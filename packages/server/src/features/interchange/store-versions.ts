import { type ErnVersion, type OutletProfile, storeProfiles } from '@spindle/contract'

/** Which version of ERN a store gets, of those that it publishes and the hub writes. */

type ChosenVersion =
  | { readonly version: ErnVersion }
  /** `versions`: those that it could get, in words. */
  | { readonly problem: string; readonly versions: string }

/** The version for messages to a store: the one that is asked for, if the store publishes it, else the fittest. */
export function chooseVersion(profile: OutletProfile, asked: ErnVersion | undefined): ChosenVersion {
  const { store, published, versions } = storeProfiles[profile]
  const version = asked ?? versions[0]
  if (versions.includes(version)) return { version }
  return { problem: `${store} publishes ERN ${published}, and not ${version}`, versions: listOr(versions) }
}

/** `4.3.2, 4.3.1 or 4.3` */
const listOr = (words: readonly string[]): string =>
  words.length === 1 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
