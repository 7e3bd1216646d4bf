import { writerRoles } from '@spindle/contract'
import type { DeliverRequest } from '../plan/build-request.ts'
import type { Hit } from './finding.ts'

/** What submitting will ask for, as far as the request alone tells. The hub asks more: it knows the catalogue and the calendar. */

const members = [
  ['label_missing', 'label', 'label'],
  ['p_line_missing', 'pLine', 'P line'],
  ['c_line_missing', 'cLine', 'C line'],
  ['genre_missing', 'genre', 'genre'],
  ['language_missing', 'language', 'language of the metadata'],
  ['explicit_missing', 'explicit', 'parental advisory'],
  ['release_date_missing', 'releaseDate', 'release date'],
  ['cover_missing', 'coverUploadId', 'cover'],
] as const

type Track = DeliverRequest['tracks'][number]
type TrackCheck = readonly [ruleId: string, member: string, words: string, isMissing: (track: Track) => boolean]

const isArtist = ({ role }: { readonly role: string }): boolean => role === 'main_artist'

export function checkMetadata(request: DeliverRequest): readonly Hit[] {
  const missing = members.filter(([, member]) => request[member] === undefined)
  const hasArtist = request.isCompilation === true || request.contributors?.some(isArtist) === true
  return [
    ...missing.map(([ruleId, member, name]) => ({
      ruleId,
      pointer: `/${member}`,
      message: `The release has no ${name}.`,
    })),
    ...(hasArtist
      ? []
      : [
          {
            ruleId: 'main_artist_missing',
            pointer: '/contributors',
            message: 'The release has no contributor with role main_artist.',
          },
        ]),
    ...request.tracks.flatMap((track, index) => checkTrack(request, track, index)),
  ]
}

function checkTrack(release: DeliverRequest, track: Track, index: number): readonly Hit[] {
  const makers = track.contributors ?? release.contributors ?? []
  const isNamed = track.contributors !== undefined || release.isCompilation === true
  const checks: readonly TrackCheck[] = [
    [
      'track_main_artist_missing',
      'contributors',
      'has no contributor with role main_artist',
      () => isNamed && !makers.some(isArtist),
    ],
    [
      'composer_missing',
      'contributors',
      'names nobody who wrote it',
      () => track.composition !== 'public_domain' && !makers.some(({ role }) => writerRoles.includes(role)),
    ],
    [
      'track_language_missing',
      'language',
      'does not say in which language it is sung',
      () => track.language === undefined && track.instrumental !== true,
    ],
    [
      'composition_missing',
      'composition',
      'does not say whether it is original, a cover, an adaptation or in the public domain',
      () => track.composition === undefined,
    ],
  ]
  return checks
    .filter(([, , , isMissing]) => isMissing(track))
    .map(([ruleId, member, words]) => ({
      ruleId,
      pointer: `/tracks/${index}/${member}`,
      message: `Track "${track.title}" ${words}.`,
    }))
}
