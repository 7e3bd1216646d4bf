import { composeDisplayArtist } from '@spindle/contract'
import { offeredTerms, ownTerms, productTerms, type Terms } from './deal-terms.ts'
import { type ErnInput, icpnOf } from './ern-model.ts'
import { imageCodecs } from './file-formats.ts'
import { contributorsOf } from './parties.ts'
import { displayRoleOf } from './roles.ts'
import { releaseDeals } from './write-deals.ts'

/**
 * What a schema lets through and receivers refuse: the rules of the release profiles, and what stores say of deals. A
 * message with one of these is not sent.
 */

/** `code` is a word of the DDEX set ErncFileStatus in snake_case, as in the acknowledgement that this spares. */
export interface ErnProblem {
  readonly code: string
  /** RFC 6901, from the release downwards. */
  readonly pointer: string
  readonly message: string
  readonly fix: string
}

const problem = (code: string, pointer: string, message: string, fix: string): ErnProblem => ({
  code,
  pointer,
  message,
  fix,
})

const missing = (pointer: string, what: string, fix: string): ErnProblem =>
  problem('metadata_missing', pointer, `The release has no ${what}.`, fix)

/** Nothing to say of a takedown: what is gone needs no deals, and no files. */
export function checkMessage(input: ErnInput): ErnProblem[] {
  if (input.purpose === 'takedown') return []
  return [...checkRelease(input), ...checkCover(input), ...checkTracks(input), ...checkDeals(input)]
}

function checkRelease({ release }: ErnInput): ErnProblem[] {
  const hasArtist = (release.contributors ?? []).some(({ role }) => displayRoleOf(role) === 'MainArtist')
  const artist = composeDisplayArtist(release)
  return [
    ...(icpnOf(release.upc) === undefined
      ? [problem('identifier_invalid', '/upc', 'The release has no UPC or EAN.', 'Enter its barcode.')]
      : []),
    ...(release.label === undefined ? [missing('/label', 'label', 'Enter the label.')] : []),
    ...(release.genre === undefined ? [missing('/genre', 'genre', 'Choose a genre.')] : []),
    ...(release.pLine === undefined ? [missing('/pLine', '℗ line', 'Enter the owner of the recordings.')] : []),
    ...(release.cLine === undefined ? [missing('/cLine', '© line', 'Enter the owner of the artwork and texts.')] : []),
    ...(release.releaseDate === undefined
      ? [
          problem(
            'commercial_release_date_invalid',
            '/releaseDate',
            'The release has no release date.',
            'Choose a release date.',
          ),
        ]
      : []),
    ...(hasArtist || artist === 'Various Artists'
      ? []
      : [
          problem(
            'primary_artist_name_missing',
            '/contributors',
            'The release has no main artist.',
            'Add a main artist.',
          ),
        ]),
  ]
}

function checkCover({ release, files, receiver }: ErnInput): ErnProblem[] {
  const { coverUploadId } = release
  if (coverUploadId === undefined)
    return [problem('resource_missing', '/coverUploadId', 'The release has no cover.', 'Add a cover.')]
  const file = files.get(coverUploadId)
  if (!file?.image)
    return [
      problem(
        'resource_missing',
        '/coverUploadId',
        'The cover is not analysed yet.',
        'Wait until the analysis is finished.',
      ),
    ]
  const unfit = (message: string, fix: string) =>
    problem('resource_not_meeting_specifications', '/coverUploadId', message, fix)
  const { width, height } = file.image
  const { leastCover = 0 } = receiver.takes ?? {}
  return [
    ...(imageCodecs[file.container] === undefined
      ? [
          unfit(
            `The cover is a ${file.container.toUpperCase()} file, which stores do not accept, and could not be converted.`,
            'Use JPEG or PNG.',
          ),
        ]
      : []),
    ...(Math.min(width, height) < leastCover
      ? [
          unfit(
            `The cover has ${width} x ${height} pixels, but this store requires at least ${leastCover}.`,
            'Export a larger cover from the original artwork.',
          ),
        ]
      : []),
  ]
}

function checkTracks({ tracks, release, files, receiver }: ErnInput): ErnProblem[] {
  const taken = receiver.takes?.audio
  return tracks.flatMap((track, index) => {
    const pointer = `/tracks/${index}`
    const name = `Track ${index + 1}`
    const file = files.get(track.uploadId)
    const main = contributorsOf(track, release).some(({ role }) => displayRoleOf(role) === 'MainArtist')
    return [
      ...(track.isrc === undefined
        ? [problem('identifier_invalid', `${pointer}/isrc`, `${name} has no ISRC.`, 'Enter the ISRC of the recording.')]
        : []),
      ...(file?.audio === undefined || track.durationMs === undefined
        ? [
            problem(
              'resource_missing',
              `${pointer}/uploadId`,
              `${name} is not analysed yet.`,
              'Wait until the analysis is finished.',
            ),
          ]
        : []),
      ...(file?.audio === undefined || (taken?.includes(file.container) ?? true)
        ? []
        : [
            problem(
              'resource_not_meeting_specifications',
              `${pointer}/uploadId`,
              `${name} is a ${file.container.toUpperCase()} file, which this store does not accept.`,
              `Export it again as ${taken?.map((word) => word.toUpperCase()).join(' or ')}.`,
            ),
          ]),
      ...(main
        ? []
        : [
            problem(
              'primary_artist_name_missing',
              `${pointer}/contributors`,
              `${name} has no main artist.`,
              'Add a main artist.',
            ),
          ]),
      ...((track.explicit ?? release.explicit) === undefined
        ? [
            problem(
              'metadata_missing',
              `${pointer}/explicit`,
              `${name} has no parental advisory.`,
              'Choose explicit, clean or not explicit.',
            ),
          ]
        : []),
    ]
  })
}

function checkDeals(input: ErnInput): ErnProblem[] {
  const { release } = input
  const start = release.releaseDate ?? ''
  const wrong = (code: string, message: string, fix: string) => problem(code, '/deals', message, fix)
  const ofTerms = ({ isPreorder, models, uses, ...terms }: Terms): ErnProblem[] => [
    ...(isPreorder && (models.some((model) => model !== 'paid') || uses.some((use) => use !== 'download'))
      ? [wrong('unsupported_usage', 'A pre-order must be a paid download.', 'Use the model paid and the use download.')]
      : []),
    ...(!isPreorder && terms.start.slice(0, 10) < start && !terms.start.endsWith('Z')
      ? [
          wrong(
            'conflicting_availability_periods',
            `A deal starts on ${terms.start.slice(0, 10)}, before the release date.`,
            'Start it on the release date, or make it a pre-order.',
          ),
        ]
      : []),
    ...(terms.end !== undefined && terms.end < terms.start
      ? [wrong('conflicting_availability_periods', 'A deal ends before it starts.', 'Enter a later end.')]
      : []),
  ]
  const product = releaseDeals(input).find(({ references }) => references.includes('R0'))
  return [...(product ? [] : [nothingLeft(input)]), ...offeredTerms(input).flatMap(ofTerms), ...checkOwnDeals(input)]
}

/** Tracks may come out before their release, so only their periods are looked at. */
const checkOwnDeals = (input: ErnInput): ErnProblem[] =>
  input.tracks.flatMap((track, index) =>
    (ownTerms(input, track) ?? []).some(({ start, end }) => end !== undefined && end < start)
      ? [
          problem(
            'conflicting_availability_periods',
            `/tracks/${index}/deals`,
            `A deal of track ${index + 1} ends before it starts.`,
            'Enter a later end.',
          ),
        ]
      : [],
  )

const nothingLeft = (input: ErnInput): ErnProblem =>
  productTerms(input).length === 0
    ? problem(
        'no_deal_in_new_release_message',
        '/deals',
        'The release is not offered anywhere.',
        'Add a release date and deals, or take the release down.',
      )
    : problem(
        'unsupported_usage',
        '/deals',
        'This store accepts none of the deals of the release.',
        'Add a deal with a use and a territory that the store accepts, or remove the store from the outlets.',
      )
