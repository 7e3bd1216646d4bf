import type { Contributor } from '../../../releases/contributors.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  comparable,
  contributorsOf,
  mainArtists,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  tracksOf,
  writtenContributors,
} from '../release-view.ts'

/** Style of artist names, and of a release of one track, which is that track. */

const variousArtists = 'Various Artists'
const artistsOfCompilation = 4

const distinctMainArtists = (view: ReleaseForRules): readonly string[] => {
  const names = [
    ...mainArtists(view.release.contributors ?? []),
    ...view.release.tracks.flatMap((track) => mainArtists(contributorsOf(view, track))),
  ]
  return [...new Map(names.map((name) => [comparable(name), name])).values()]
}

const compilation = (view: ReleaseForRules): readonly Hit[] => {
  const { isCompilation = false, displayArtist } = view.release
  const artists = distinctMainArtists(view)
  if (!isCompilation && artists.length >= artistsOfCompilation)
    return [
      {
        pointer: '/isCompilation',
        message: `The release has ${artists.length} main artists but is not marked as a compilation.`,
      },
    ]
  return isCompilation && displayArtist !== undefined && displayArtist !== variousArtists
    ? [
        {
          pointer: '/displayArtist',
          message: `The display artist of this compilation is ${quote(displayArtist)}, not ${variousArtists}.`,
        },
      ]
    : []
}

/** Publishers and ensembles often have such names of their own. */
const companies: readonly string[] = [
  'publisher',
  'orchestra',
  'ddex:MusicPublisher',
  'ddex:Orchestra',
  'ddex:Ensemble',
]

const joined = /\s(?:&|and|\+|x|vs\.?|feat\.?|ft\.?|featuring|with)\s|[,;]\s|\s\/\s/iu

const isCompound = ({ name, role }: Contributor): boolean => !companies.includes(role) && joined.test(name)

const written = (name: string, text: string | undefined): string =>
  text === undefined || text === '' ? `no ${name}` : `${name} ${quote(text)}`

const singleMismatch = (view: ReleaseForRules): readonly Hit[] => {
  const [track, second] = tracksOf(view)
  if (track === undefined || second !== undefined) return []
  const { release } = view
  const differs = (
    member: string,
    name: string,
    ofRelease: string | undefined,
    ofTrack: string | undefined,
  ): readonly Hit[] =>
    comparable(ofRelease) === comparable(ofTrack)
      ? []
      : [
          {
            pointer: `${track.pointer}/${member}`,
            message: `The release has ${written(name, ofRelease)}, but its only track has ${written(name, ofTrack)}.`,
          },
        ]
  const artists = (contributors: readonly Contributor[]) => mainArtists(contributors).join(', ')
  return [
    ...differs('title', 'title', release.title, track.value.title),
    ...differs('version', 'version', release.version, track.value.version),
    ...differs(
      'displayArtist',
      'shown artist',
      release.displayArtist,
      track.value.displayArtist ?? release.displayArtist,
    ),
    ...differs(
      'contributors',
      'main artist',
      artists(release.contributors ?? []),
      artists(contributorsOf(view, track.value)),
    ),
  ]
}

/** Warnings about compilations, names of several artists, and singles that differ from their track. */
export const artistRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'various_artists',
    severity: 'warning',
    appliesTo: 'release',
    title: 'A release with four or more main artists should be a compilation by Various Artists',
    fix: 'Mark it as a compilation and set the display artist to Various Artists.',
    source: 'DDEX ERN 4.3 IsMultiArtistCompilation; Spotify metadata style guide',
    check: compilation,
  }),
  defineRule({
    id: 'compound_artist',
    severity: 'warning',
    appliesTo: 'contributor',
    title: 'Every contributor should be one person or group',
    fix: 'Add each person or group as a separate contributor with a role. If this is the name of one group, keep it.',
    source: 'DDEX ERN 4.3 PartyName; Apple Music Style Guide, compound artists',
    check: (view) =>
      writtenContributors(view)
        .filter(({ value }) => isCompound(value))
        .map(({ value, pointer }) => ({
          pointer: `${pointer}/name`,
          message: `${quote(value.name)} looks like more than one person or group.`,
        })),
  }),
  defineRule({
    id: 'single_title_mismatch',
    severity: 'warning',
    appliesTo: 'track',
    title: 'A release with one track should have the title, version and artists of that track',
    fix: 'Use the same value for the release and the track.',
    source: 'Spotify metadata style guide 9.1',
    check: singleMismatch,
  }),
]
