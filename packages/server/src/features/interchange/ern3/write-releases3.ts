import { composeDisplayArtist } from '@spindle/contract'
import { type ErnInput, namespaceOf, packageName } from '../ern/ern-model.ts'
import { contributorsOf, productContributors } from '../ern/parties.ts'
import { productDuration, writeLine } from '../ern/write-parts.ts'
import {
  genreOfTrack,
  hasSeveralArtists,
  listDiscs,
  trackArtist,
  writeGenre,
  writeReleaseId,
  writeType,
} from '../ern/write-releases.ts'
import { durationOf, warningOf } from '../ern/written-values.ts'
import type { XmlWriter } from '../ern/xml-writer.ts'
import { type People, writeArtists } from './write-people3.ts'
import { writeDetails, writeRecordingId } from './write-resources3.ts'
import { writeReferenceTitle, writeTitles3 } from './write-titles3.ts'

/** The product and its tracks. In ERN 3 both are releases: one is the main one, the others have the type TrackRelease. */

type Track = ErnInput['tracks'][number]

const primary = { ReleaseResourceType: 'PrimaryResource' } as const
const secondary = { ReleaseResourceType: 'SecondaryResource' } as const

/** The reference of the cover; undefined without one. */
const coverOf = ({ release, tracks }: ErnInput): string | undefined =>
  release.coverUploadId === undefined ? undefined : `A${tracks.length + 1}`

export function writeRelease3(xml: XmlWriter, people: People): void {
  const { input } = people
  const { release, tracks } = input
  xml.element('Release', { IsMainRelease: true }, () => {
    writeReleaseId(xml, input)
    xml.text('ReleaseReference', 'R0')
    writeReferenceTitle(xml, release)
    xml.element('ReleaseResourceReferenceList', {}, () => {
      for (const index of tracks.keys()) xml.text('ReleaseResourceReference', `A${index + 1}`, primary)
      xml.text('ReleaseResourceReference', coverOf(input), secondary)
    })
    writeType(xml, input)
    writeDetails(xml, 'Release', () => writeReleaseDetails(xml, people))
    xml.text('Duration', productDuration(tracks))
    writeLine(xml, 'P', release.pLine)
    writeLine(xml, 'C', release.cLine)
  })
}

function writeReleaseDetails(xml: XmlWriter, people: People): void {
  const { input } = people
  const { release, receiver } = input
  const { releaseDate, originalReleaseDate, keywords = [] } = release
  xml.text('DisplayArtistName', composeDisplayArtist(release) ?? '')
  xml.text('LabelName', release.label)
  writeTitles3(xml, release)
  writeArtists(xml, { contributors: productContributors(input), otherRoles: receiver.productRoles }, people)
  if (release.isCompilation === true && hasSeveralArtists(input)) xml.text('IsMultiArtistCompilation', true)
  xml.text('ParentalWarningType', warningOf(release.explicit))
  xml.text('MarketingComment', release.marketingComment)
  writeGroups(xml, input)
  writeGenre(xml, input, release)
  xml.text('ReleaseDate', releaseDate)
  xml.text('OriginalReleaseDate', originalReleaseDate ?? releaseDate)
  for (const keyword of keywords) xml.text('Keywords', keyword)
}

/** Recordings in play order, by disc where there are several; the cover belongs to the whole and has no place. */
function writeGroups(xml: XmlWriter, input: ErnInput): void {
  const { release, tracks } = input
  const discs = listDiscs(tracks)
  const cover = coverOf(input)
  xml.element('ResourceGroup', {}, () => {
    if (discs.length > 1 || release.discTitles !== undefined)
      for (const [index, [disc, items]] of discs.entries())
        xml.element('ResourceGroup', {}, () => {
          const title = release.discTitles?.[disc - 1]
          if (title !== undefined)
            xml.element('Title', { TitleType: 'GroupingTitle' }, () => xml.text('TitleText', title))
          xml.text('SequenceNumber', index + 1)
          for (const [place, { resource }] of items.entries()) writeItem(xml, resource, place + 1)
        })
    else for (const index of tracks.keys()) writeItem(xml, index + 1, index + 1)
    if (cover !== undefined)
      xml.element('ResourceGroupContentItem', {}, () => {
        xml.text('ResourceType', 'Image')
        xml.text('ReleaseResourceReference', cover, secondary)
      })
  })
}

const writeItem = (xml: XmlWriter, resource: number, place: number): void =>
  xml.element('ResourceGroupContentItem', {}, () => {
    xml.text('SequenceNumber', place)
    xml.text('ResourceType', 'SoundRecording')
    xml.text('ReleaseResourceReference', `A${resource}`, primary)
  })

export function writeTrackRelease3(xml: XmlWriter, track: Track, number: number, people: People): void {
  const { input } = people
  const { release } = input
  xml.element('Release', { IsMainRelease: false }, () => {
    xml.element('ReleaseId', {}, () => {
      if (track.isrc !== undefined) writeRecordingId(xml, track, input)
      xml.text('ProprietaryId', `${packageName(input)}_${track.isrc ?? track.id}`, { Namespace: namespaceOf(input) })
    })
    xml.text('ReleaseReference', `R${number}`)
    writeReferenceTitle(xml, track)
    xml.element('ReleaseResourceReferenceList', {}, () => xml.text('ReleaseResourceReference', `A${number}`, primary))
    xml.text('ReleaseType', 'TrackRelease')
    writeDetails(xml, 'Release', () => {
      xml.text('DisplayArtistName', trackArtist(track, release))
      xml.text('LabelName', release.label)
      writeTitles3(xml, track)
      writeArtists(xml, { contributors: contributorsOf(track, release) }, people)
      xml.text('ParentalWarningType', warningOf(track.explicit ?? release.explicit))
      writeGenre(xml, input, genreOfTrack(track, release))
      xml.text('ReleaseDate', release.releaseDate)
    })
    xml.text('Duration', durationOf(track.durationMs ?? 0))
    writeLine(xml, 'P', track.pLine ?? release.pLine)
    writeLine(xml, 'C', release.cLine)
  })
}
