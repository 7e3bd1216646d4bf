import type { ReleaseMembers, Suggestions } from '@spindle/client/suggest'
import { writerRoles } from '@spindle/contract'
import type { DefaultMembers, Manifest, TrackDefaults } from './manifest-schema.ts'

/** Fills what neither the release.yaml of a folder nor its tags say from the defaults of the folders above. */

export interface FilledManifest {
  readonly manifest: Manifest
  /** The members that have a value of the defaults, such as `label` and `trackDefaults.language`. */
  readonly filled: readonly string[]
}

export function fillManifest(
  own: Manifest,
  { release: told }: Pick<Suggestions, 'release'>,
  { trackDefaults = {}, ...defaults }: DefaultMembers,
): FilledManifest {
  const makers = fillMakers(own, told, defaults)
  const open = Object.entries(defaults).filter(([member]) => !(member in own) && !(member in told) && !isMaker(member))
  const ofTracks = Object.entries(trackDefaults).filter(([member]) => isOpenForTracks(member, own, told))
  return {
    manifest: {
      ...Object.fromEntries(open),
      ...makers,
      ...own,
      ...(ofTracks.length > 0 && { trackDefaults: { ...Object.fromEntries(ofTracks), ...own.trackDefaults } }),
    },
    filled: [
      ...[...open.map(([member]) => member), ...(makers === undefined ? [] : makersIn(defaults))].sort(),
      ...ofTracks.map(([member]) => `trackDefaults.${member}`),
    ],
  }
}

/** What a track takes from its release if it does not say otherwise: what the folder says of the release holds for it. */
const inherited: ReadonlySet<string> = new Set<keyof TrackDefaults>([
  'displayArtist',
  'contributors',
  'language',
  'pLine',
  'rightsController',
  'genre',
  'priceTier',
])

const isOpenForTracks = (member: string, own: Manifest, told: ReleaseMembers): boolean =>
  !(member in (own.trackDefaults ?? {})) && !(inherited.has(member) && (member in own || member in told))

type Contributors = NonNullable<ReleaseMembers['contributors']>

/** Contributors and `isCompilation` are one statement: a release.yaml with either of them replaces that of the tags. */
const isMaker = (member: string): boolean => member === 'contributors' || member === 'isCompilation'

const makersIn = (defaults: DefaultMembers): readonly string[] => Object.keys(defaults).filter(isMaker)

/** Tags name artists and writers; the defaults add the people of the roles that they leave out. */
function fillMakers(
  own: Manifest,
  told: ReleaseMembers,
  defaults: DefaultMembers,
): Pick<Manifest, 'contributors' | 'isCompilation'> | undefined {
  if (Object.keys(own).some(isMaker) || makersIn(defaults).length === 0) return undefined
  const isCompilation = told.isCompilation ?? defaults.isCompilation
  const contributors = addRoles(told.contributors ?? [], defaults.contributors ?? [])
  return {
    ...(contributors.length > 0 && { contributors }),
    ...(isCompilation !== undefined && { isCompilation }),
  }
}

const addRoles = (named: Contributors, others: Contributors): Contributors => {
  const kinds = new Set(named.map(kindOf))
  return [...named, ...others.filter((contributor) => !kinds.has(kindOf(contributor)))]
}

/** Composers, lyricists and songwriters are all writers: one of them in the tags is an answer. */
const kindOf = ({ role }: Contributors[number]): string =>
  role !== undefined && writerRoles.includes(role) ? 'writer' : (role ?? '')
