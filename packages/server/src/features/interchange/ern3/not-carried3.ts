import { areaOf } from '@spindle/contract'
import { ownTerms, productTerms } from '../ern/deal-terms.ts'
import type { ErnInput, NotCarried } from '../ern/ern-model.ts'
import { displayRoleOf } from '../ern/roles.ts'
import { namesKosovo } from '../ern/territory-list.ts'
import { hasSeveralArtists } from '../ern/write-releases.ts'
import { sungLanguageOf } from '../ern/written-values.ts'
import { contributorWord } from './roles3.ts'
import { hasCountry3, languageCode3 } from './write-resources3.ts'

/** What ERN 3 has no element or no code for, although ERN 4 does. */

type Content = Pick<ErnInput, 'release' | 'tracks' | 'receiver'>
type Track = ErnInput['tracks'][number]

export function listNotInErn3(input: Content): NotCarried[] {
  const { release, tracks, receiver } = input
  const version = `ERN ${receiver.ernVersion}`
  const isUnmarked = release.isCompilation === true && receiver.compilationType === undefined
  return [
    ...(Object.values(release.labelPartyIds ?? {}).some((id) => id !== undefined)
      ? [{ pointer: '/labelPartyIds', message: `${version} has no identifiers of labels, only their names.` }]
      : []),
    ...(isUnmarked && !hasSeveralArtists(input)
      ? [{ pointer: '/isCompilation', message: `${version} marks only compilations of several artists.` }]
      : []),
    ...listKosovo(input).map((pointer) => ({ pointer, message: `${version} has no code for Kosovo (XK).` })),
    ...listInstrumentsOfAuthors(release, '', input),
    ...tracks.flatMap((track, index) => listOfTrack(track, `/tracks/${index}`, input)),
  ]
}

function listOfTrack(track: Track, pointer: string, input: Content): NotCarried[] {
  const version = `ERN ${input.receiver.ernVersion}`
  const sung = sungLanguageOf(track, input.release)
  const code = languageCode3(sung)
  const isShortened = sung !== undefined && sung !== 'zxx' && sung !== code
  const language =
    code === undefined ? `has no code for the language ${sung}` : `writes the language ${sung} as ${code}`
  const isPlaceless = track.recordingCountry !== undefined && !hasCountry3(track)
  const country =
    track.recordingCountry === 'XK'
      ? 'has no code for Kosovo (XK)'
      : 'has the country of a recording only together with its year'
  return [
    ...(isShortened
      ? [
          {
            pointer: track.language === undefined ? '/language' : `${pointer}/language`,
            message: `${version} ${language}.`,
          },
        ]
      : []),
    ...(isPlaceless ? [{ pointer: `${pointer}/recordingCountry`, message: `${version} ${country}.` }] : []),
    ...listInstrumentsOfAuthors(track, pointer, input),
  ]
}

function listInstrumentsOfAuthors(
  { contributors = [] }: Pick<Track, 'contributors'>,
  pointer: string,
  { receiver }: Content,
): NotCarried[] {
  return contributors.flatMap(({ role, instruments = [] }, index) =>
    instruments.length > 0 && displayRoleOf(role) === undefined && contributorWord(role, receiver.ernVersion).isOfWork
      ? [
          {
            pointer: `${pointer}/contributors/${index}/instruments`,
            message: `ERN ${receiver.ernVersion} has no instruments of people who wrote or published the work.`,
          },
        ]
      : [],
  )
}

/** Where an offer for Kosovo is left out. */
function listKosovo({ release, tracks }: Content): string[] {
  const isOffered = (area: ReturnType<typeof areaOf>): boolean => area.mode === 'include' && namesKosovo(area)
  const everything = { release, receiver: {} }
  const ofRelease = productTerms({ release }).some(({ area }) => isOffered(area))
  return [
    ...(ofRelease ? [release.deals === undefined ? '/territories' : '/deals'] : []),
    ...tracks.flatMap((track, index) => [
      ...(isOffered(areaOf(track.territories)) ? [`/tracks/${index}/territories`] : []),
      ...((ownTerms(everything, track) ?? []).some(({ area }) => isOffered(area)) ? [`/tracks/${index}/deals`] : []),
    ]),
  ]
}
