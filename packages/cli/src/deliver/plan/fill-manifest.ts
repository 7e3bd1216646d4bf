import type { ReleaseMembers, Suggestions } from '@spindle/client/suggest'
import { dateLines, isMaker, listOpenMembers, writerRoles } from '@spindle/contract'
import type { DefaultMembers, Manifest } from './manifest-schema.ts'

/** Fills what neither the release.yaml of a folder nor its tags say from the defaults of the folders above. */

export interface FilledManifest {
  readonly manifest: Manifest
  /** The members that have a value of the defaults, such as `label` and `trackDefaults.language`. */
  readonly filled: readonly string[]
}

export function fillManifest(
  own: Manifest,
  { release: told }: Pick<Suggestions, 'release'>,
  defaults: DefaultMembers,
): FilledManifest {
  const { trackDefaults = {}, ...ofRelease } = defaults
  const stated = { ...told, ...own }
  const makers = fillMakers(own, told, defaults)
  const open = listOpenMembers(stated, defaults)
  const dates = { ...ofRelease, ...stated }
  const members = open.ofRelease.filter((member) => !isMaker(member))
  const added = dateLines(pick(ofRelease, members), dates)
  const ofTracks = dateLines(pick(trackDefaults, open.ofTracks), dates)
  return {
    manifest: {
      ...added,
      ...makers,
      ...own,
      ...(Object.keys(ofTracks).length > 0 && { trackDefaults: { ...ofTracks, ...own.trackDefaults } }),
    },
    filled: [
      ...[...Object.keys(added), ...(makers === undefined ? [] : makersIn(defaults))].sort(),
      ...Object.keys(ofTracks).map((member) => `trackDefaults.${member}`),
    ],
  }
}

const pick = (members: object, names: readonly string[]): Manifest =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))

type Contributors = NonNullable<ReleaseMembers['contributors']>

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
