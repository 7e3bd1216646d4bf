import type { LabelDefaults, ReleaseDefaults } from './release-defaults.ts'

/**
 * Fills what a release leaves out from defaults. The hub does this when it creates a draft, and `spindle deliver` with the
 * files of the folders above a release. Pure.
 */

type Members = Readonly<Record<string, unknown>>

/** Defaults, as far as filling needs to know them. */
export type DefaultDocument = Members & { readonly trackDefaults?: Members | undefined }

/** What a track takes from its release if it has no own value: what the release says holds for its tracks too. */
const inherited: ReadonlySet<string> = new Set([
  'displayArtist',
  'contributors',
  'language',
  'pLine',
  'rightsController',
  'genre',
  'aiUsage',
  'territories',
  'priceTier',
])

/** Members that are about the value of another: they fill only beside the value that they were written for. */
const companions: Readonly<Record<string, string>> = { subgenre: 'genre', labelPartyIds: 'label' }

/** Contributors and `isCompilation` are one statement. */
export const isMaker = (member: string): boolean => member === 'contributors' || member === 'isCompilation'

const has = (members: Members, name: string): boolean => members[name] !== undefined

const isOpen = (name: string, stated: Members, defaults: Members): boolean => {
  if (has(stated, name) || !has(defaults, name)) return false
  if (isMaker(name)) return !has(stated, 'contributors') && !has(stated, 'isCompilation')
  const subject = companions[name]
  return subject === undefined || !has(stated, subject) || stated[subject] === defaults[subject]
}

/** The members of `defaults` that `stated` leaves open: those of the release, and those of its tracks. */
export function listOpenMembers(
  stated: DefaultDocument,
  { trackDefaults = {}, ...defaults }: DefaultDocument,
): { readonly ofRelease: readonly string[]; readonly ofTracks: readonly string[] } {
  const { trackDefaults: own = {}, ...members } = stated
  return {
    ofRelease: Object.keys(defaults).filter((name) => isOpen(name, members, defaults)),
    ofTracks: Object.keys(trackDefaults).filter(
      (name) => has(trackDefaults, name) && !has(own, name) && !(inherited.has(name) && has(members, name)),
    ),
  }
}

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, members[name]]))

/** Both as one document: the nearer has precedence, member by member. */
export function mergeDefaults<T extends object>(farther: T, nearer: T): T {
  const [far, near] = [farther as DefaultDocument, nearer as DefaultDocument]
  const open = listOpenMembers(near, far)
  const trackDefaults = { ...pick(far.trackDefaults ?? {}, open.ofTracks), ...near.trackDefaults }
  return {
    ...pick(far, open.ofRelease),
    ...near,
    ...(Object.keys(trackDefaults).length > 0 && { trackDefaults }),
  } as T
}

interface Dates {
  readonly releaseDate?: string | undefined
  readonly originalReleaseDate?: string | undefined
  readonly firstPublicationDate?: string | undefined
}

const lines: Readonly<Record<string, (dates: Dates) => string | undefined>> = {
  pLine: (dates) => dates.firstPublicationDate ?? dates.originalReleaseDate ?? dates.releaseDate,
  cLine: (dates) => dates.releaseDate ?? dates.originalReleaseDate,
}

/** The members without lines that would have no year; the others get the year of the release. */
export function dateLines<T extends object>(members: T, dates: Dates): T {
  const dated = Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
    const dateOf = lines[name]
    const line = value as { readonly year?: number } | undefined
    if (dateOf === undefined || line === undefined || line.year !== undefined) return [[name, value]]
    const year = Number.parseInt(dateOf(dates) ?? '', 10)
    return Number.isNaN(year) ? [] : [[name, { ...line, year }]]
  })
  return Object.fromEntries(dated) as T
}

/** A release with its defaults. */
export interface FilledRelease<T> {
  readonly release: T
  /** What was filled: members of the release, and `trackDefaults.NAME` for what at least one track took. */
  readonly filled: readonly string[]
}

/** A value that is there is never changed, not even a null or an empty list. */
export function fillRelease<T extends { readonly tracks: readonly object[] }>(
  release: T,
  defaults: ReleaseDefaults,
): FilledRelease<T> {
  const { tracks, ...stated } = release
  const { trackDefaults = {}, ...ofRelease } = defaults
  const open = listOpenMembers(stated, defaults)
  const dates: Dates = stated
  const added = dateLines(pick(ofRelease, open.ofRelease), dates)
  const forTracks = pick(trackDefaults, open.ofTracks)
  const taken = new Set<string>()
  const filledTracks = tracks.map((track) => {
    const missing = open.ofTracks.filter((name) => !has(track as Members, name))
    const values = dateLines(pick(forTracks, missing), { ...dates, ...track })
    for (const name of Object.keys(values)) taken.add(name)
    return { ...track, ...values }
  })
  return {
    release: { ...release, ...added, tracks: filledTracks },
    filled: [...Object.keys(added).sort(), ...[...taken].sort().map((name) => `trackDefaults.${name}`)],
  }
}

/** Labels are found by their names: case, and blanks around the name, do not count. */
export const labelKey = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** The defaults for one release: those of the label that it names, then those of the account. */
export const layerDefaults = (
  account: ReleaseDefaults,
  label: { readonly name: string; readonly defaults: LabelDefaults } | undefined,
): ReleaseDefaults =>
  label === undefined ? account : mergeDefaults<ReleaseDefaults>(account, { ...label.defaults, label: label.name })
