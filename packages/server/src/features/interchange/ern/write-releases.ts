import { composeDisplayArtist, referenceData } from '@spindle/contract'
import {
  type ErnInput,
  gridOf,
  icpnOf,
  isErn3,
  isSimpleSingle,
  namespaceOf,
  packageName,
  traitsOf,
} from './ern-model.ts'
import { contributorsOf, type Parties, productContributors } from './parties.ts'
import { displayRoleOf } from './roles.ts'
import { productDuration, writeLine } from './write-parts.ts'
import { type MessageContext, writeDisplayArtists, writeTitles } from './write-resources.ts'
import { warningOf } from './written-values.ts'
import type { XmlWriter } from './xml-writer.ts'

/** The product, and each of its tracks as something that can be offered separately. */

type Track = ErnInput['tracks'][number]

const typeWords = { single: 'Single', ep: 'EP', album: 'Album' } as const

/** The artist as shown: of the track, or that of the release when the track has none. */
export function trackArtist(track: Track, release: ErnInput['release']): string {
  const { displayArtist, contributors } = track
  if (displayArtist !== undefined) return displayArtist
  if (contributors === undefined) return composeDisplayArtist(release) ?? ''
  return composeDisplayArtist({ contributors }) ?? composeDisplayArtist(release) ?? ''
}

/** In the words of the receiver, else by its name. */
const genreName = (code: string, { receiver: { genres = {} } }: ErnInput): string =>
  (Object.hasOwn(genres, code) ? genres[code] : undefined) ??
  referenceData.genres.find((entry) => entry.code === code)?.name ??
  code

interface WrittenGenre {
  readonly genre?: string | undefined
  readonly subgenre?: string | undefined
}

/** In ERN 4 one genre is the default; in ERN 3 the place of the element says which territories it is for. */
export function writeGenre(xml: XmlWriter, input: ErnInput, { genre, subgenre }: WrittenGenre): void {
  xml.element(traitsOf(input).genreElement, isErn3(input) ? {} : { IsDefault: true }, () => {
    xml.text('GenreText', genre === undefined ? '' : genreName(genre, input))
    xml.text('SubGenre', subgenre === undefined ? undefined : genreName(subgenre, input))
  })
}

/** A track without a genre has that of the release. */
export const genreOfTrack = ({ genre }: Track, release: ErnInput['release']): WrittenGenre =>
  genre === undefined ? release : { genre, subgenre: undefined }

const labelReference = ({ release }: ErnInput, parties: Parties): string =>
  parties.companyReferenceOf(release.label ?? '', release.labelPartyIds)

export function writeReleaseId(xml: XmlWriter, input: ErnInput): void {
  const { upc, grid, catalogNumber, externalId } = input.release
  const ownNamespace = { Namespace: namespaceOf(input) }
  xml.element('ReleaseId', {}, () => {
    xml.text('GRid', gridOf(grid))
    const icpn = icpnOf(upc)
    xml.text('ICPN', icpn, isErn3(input) ? { IsEan: icpn?.length === 13 } : {})
    xml.text('CatalogNumber', catalogNumber, ownNamespace)
    xml.text('ProprietaryId', input.releaseId, ownNamespace)
    xml.text('ProprietaryId', externalId, { Namespace: `${ownNamespace.Namespace}/externalId` })
  })
}

export function writeType(xml: XmlWriter, input: ErnInput): void {
  const { release, receiver } = input
  const compilation = release.isCompilation === true ? receiver.compilationType : undefined
  if (compilation === undefined) xml.text('ReleaseType', typeWords[release.type])
  else xml.text('ReleaseType', 'UserDefined', { UserDefinedValue: compilation, Namespace: namespaceOf(input) })
}

export function writeRelease(xml: XmlWriter, context: MessageContext): void {
  const { input, parties } = context
  const {
    release,
    tracks,
    receiver: { productRoles },
  } = input
  const { pLine, cLine, releaseDate, originalReleaseDate } = release
  xml.element('Release', {}, () => {
    xml.text('ReleaseReference', 'R0')
    writeType(xml, input)
    writeReleaseId(xml, input)
    writeTitles(xml, release)
    xml.text('DisplayArtistName', composeDisplayArtist(release) ?? '', { IsDefault: true })
    writeDisplayArtists(xml, { contributors: productContributors(input), otherRoles: productRoles }, context)
    xml.text('ReleaseLabelReference', labelReference(input, parties), { LabelType: 'DisplayLabel' })
    writeLine(xml, 'P', pLine)
    writeLine(xml, 'C', cLine)
    xml.text('Duration', productDuration(tracks))
    writeGenre(xml, input, { genre: release.genre, subgenre: release.subgenre })
    xml.text('ReleaseDate', releaseDate, { IsDefault: true })
    xml.text('OriginalReleaseDate', originalReleaseDate ?? releaseDate, { IsDefault: true })
    xml.text('ParentalWarningType', productWarning(input))
    writeCompilation(xml, input)
    writeGroups(xml, input)
    for (const keyword of release.keywords ?? []) xml.text('Keywords', keyword)
    xml.text('MarketingComment', release.marketingComment)
  })
}

/** Of the release, else of its tracks where the version demands one. */
function productWarning(input: ErnInput): string | undefined {
  const { release, tracks } = input
  const own = warningOf(release.explicit)
  if (own !== undefined || !traitsOf(input).needsWarning) return own
  const ofTracks = tracks.map(({ explicit }) => explicit)
  if (ofTracks.includes('explicit')) return warningOf('explicit')
  if (ofTracks.includes(undefined)) return 'Unknown'
  return warningOf(ofTracks.includes('clean') ? 'clean' : 'not_explicit')
}

function writeCompilation(xml: XmlWriter, input: ErnInput): void {
  if (input.release.isCompilation !== true) return
  xml.text(hasSeveralArtists(input) ? 'IsMultiArtistCompilation' : 'IsSingleArtistCompilation', true)
}

/** Whether its tracks have more than one main artist. */
export function hasSeveralArtists({ release, tracks }: Pick<ErnInput, 'release' | 'tracks'>): boolean {
  const artists = tracks.flatMap((track) =>
    contributorsOf(track, release).filter(({ role }) => displayRoleOf(role) === 'MainArtist'),
  )
  return new Set(artists.map(({ name }) => name)).size > 1
}

/** The discs in their order, with their recordings in play order by the numbers of the resources. */
export const listDiscs = (tracks: ErnInput['tracks']): [number, { readonly resource: number }[]][] =>
  [
    ...Map.groupBy(
      tracks.map(({ disc }, index) => ({ disc, resource: index + 1 })),
      ({ disc }) => disc,
    ),
  ].sort(([a], [b]) => a - b)

/** Recordings in play order, by disc where there are several; the cover belongs to the whole. */
function writeGroups(xml: XmlWriter, input: ErnInput): void {
  const { release, tracks } = input
  const cover = release.coverUploadId === undefined ? undefined : `A${tracks.length + 1}`
  const writeLink = (): void => xml.text('LinkedReleaseResourceReference', cover, { LinkDescription: 'CoverArt' })
  const isSimple = isSimpleSingle(input)
  const writeItems = (items: readonly { readonly resource: number }[]): void => {
    for (const [index, { resource }] of items.entries())
      xml.element('ResourceGroupContentItem', {}, () => {
        xml.text('SequenceNumber', index + 1)
        xml.text('ReleaseResourceReference', `A${resource}`)
        if (isSimple) writeLink()
      })
  }
  const discs = listDiscs(tracks)
  const hasDiscs = discs.length > 1 || release.discTitles !== undefined
  xml.element('ResourceGroup', {}, () => {
    if (!hasDiscs || isSimple) writeItems(tracks.map((_, index) => ({ resource: index + 1 })))
    else
      for (const [index, [disc, items]] of discs.entries())
        xml.element('ResourceGroup', { ResourceGroupType: 'Component' }, () => {
          const title = release.discTitles?.[disc - 1]
          if (title !== undefined) {
            xml.text('DisplayTitleText', title, { IsDefault: true })
            xml.element('DisplayTitle', { IsDefault: true }, () => xml.text('TitleText', title))
          }
          xml.text('SequenceNumber', index + 1)
          writeItems(items)
        })
    if (!isSimple) writeLink()
  })
}

export function writeTrackRelease(
  xml: XmlWriter,
  track: Track,
  number: number,
  { input, parties, hidden }: MessageContext,
): void {
  const { release } = input
  xml.element('TrackRelease', {}, () => {
    xml.text('ReleaseReference', `R${number}`)
    xml.element('ReleaseId', {}, () =>
      xml.text('ProprietaryId', `${packageName(input)}_${track.isrc ?? track.id}`, { Namespace: namespaceOf(input) }),
    )
    xml.text('ReleaseResourceReference', `A${number}`)
    xml.text('ReleaseLabelReference', labelReference(input, parties), { LabelType: 'DisplayLabel' })
    writeGenre(xml, input, genreOfTrack(track, release))
    xml.text('ReleaseVisibilityReference', hidden.has(number) ? `V${number}` : undefined)
  })
}
