import { parseIsrc } from '@spindle/contract'
import { type ErnFile, type ErnInput, fileName, namespaceOf } from '../ern/ern-model.ts'
import { codecOf, containers, imageCodecs } from '../ern/file-formats.ts'
import { contributorsOf } from '../ern/parties.ts'
import { displayRoleOf } from '../ern/roles.ts'
import { writeLine, writeWord, writeWorkIds } from '../ern/write-parts.ts'
import { genreOfTrack, trackArtist, writeGenre } from '../ern/write-releases.ts'
import { durationOf, sungLanguageOf, warningOf } from '../ern/written-values.ts'
import type { XmlWriter } from '../ern/xml-writer.ts'
import { type People, writeArtists, writeContributors, writeController } from './write-people3.ts'
import { writeReferenceTitle, writeTitles3 } from './write-titles3.ts'

/** The recordings and the cover in ERN 3. What may differ by territory is written once, for all of them. */

type Track = ErnInput['tracks'][number]

const worldwide = 'Worldwide'

/** Elements that ERN 3 has for one territory each, or for all. */
export const writeDetails = (xml: XmlWriter, element: string, write: () => void): void =>
  xml.element(`${element}DetailsByTerritory`, {}, () => {
    xml.text('TerritoryCode', worldwide)
    write()
  })

/** Languages are two letters here; scripts and regions have no place. */
export function languageCode3(tag: string | undefined): string | undefined {
  const language = tag?.split('-')[0] ?? ''
  return /^[a-z]{2}$/.test(language) ? language : undefined
}

/** The country of a recording is an attribute of its year, so it needs a year. Kosovo has no code. */
export const hasCountry3 = ({ recordingYear, recordingCountry }: Track): boolean =>
  recordingYear !== undefined && recordingCountry !== 'XK'

/** What ERN 3 cannot express, for hubs that read the message. */
function ownWordsOf(track: Track, input: ErnInput): Readonly<Record<string, string | boolean | undefined>> {
  const { composition, licence, containsSamples, recordingCountry } = track
  const sung = sungLanguageOf(track, input.release)
  return {
    composition,
    licence,
    containsSamples,
    recordingCountry: hasCountry3(track) ? undefined : recordingCountry,
    language: sung === languageCode3(sung) ? undefined : sung,
  }
}

export function writeRecording3(xml: XmlWriter, track: Track, number: number, people: People): void {
  const { input } = people
  const sung = sungLanguageOf(track, input.release)
  // No list of ERN 3 has `zxx`.
  const { instrumental = sung === 'zxx' ? true : undefined } = track
  xml.element('SoundRecording', {}, () => {
    xml.text('SoundRecordingType', 'MusicalWorkSoundRecording')
    xml.element('SoundRecordingId', {}, () => writeRecordingId(xml, track, input))
    writeWorkIds(xml, 'IndirectSoundRecordingId', { track, own: ownWordsOf(track, input) }, input)
    xml.text('ResourceReference', `A${number}`)
    writeReferenceTitle(xml, track)
    xml.text('IsInstrumental', instrumental)
    xml.text('LanguageOfPerformance', languageCode3(sung))
    xml.text('Duration', durationOf(track.durationMs ?? 0))
    xml.text('CreationDate', track.recordingYear, {
      TerritoryCode: hasCountry3(track) ? track.recordingCountry : undefined,
    })
    writeDetails(xml, 'SoundRecording', () => writeRecordingDetails(xml, track, number, people))
  })
}

export function writeRecordingId(xml: XmlWriter, track: Track, input: ErnInput): void {
  const isrc = parseIsrc(track.isrc ?? '')
  if (isrc === undefined) xml.text('ProprietaryId', track.id, { Namespace: namespaceOf(input) })
  else xml.text('ISRC', isrc)
}

function writeRecordingDetails(xml: XmlWriter, track: Track, number: number, people: People): void {
  const { input } = people
  const { release } = input
  const contributors = contributorsOf(track, release)
  writeTitles3(xml, track)
  writeArtists(xml, { contributors }, people)
  writeContributors(
    xml,
    contributors.filter(({ role }) => displayRoleOf(role) === undefined),
    people,
  )
  xml.text('DisplayArtistName', trackArtist(track, release))
  xml.text('LabelName', release.label)
  writeController(xml, track, people)
  xml.text(
    'OriginalResourceReleaseDate',
    track.firstPublicationDate ?? release.originalReleaseDate ?? release.releaseDate,
  )
  writeLine(xml, 'P', track.pLine ?? release.pLine)
  writeGenre(xml, input, genreOfTrack(track, release))
  xml.text('ParentalWarningType', warningOf(track.explicit ?? release.explicit))
  writeAudio(xml, track, number, input)
}

function writeAudio(xml: XmlWriter, track: Track, number: number, input: ErnInput): void {
  const file = input.files.get(track.uploadId)
  xml.element('TechnicalSoundRecordingDetails', {}, () => {
    xml.text('TechnicalResourceDetailsReference', `T${number}`)
    if (file?.audio) {
      const { codec, channels, sampleRate, bitDepth } = file.audio
      xml.text('ContainerFormat', containers[file.container])
      writeWord(xml, 'AudioCodecType', codecOf(codec), namespaceOf(input))
      xml.text('NumberOfChannels', channels)
      xml.text('SamplingRate', sampleRate, { UnitOfMeasure: 'Hz' })
      xml.text('BitsPerSample', bitDepth ?? undefined)
    }
    xml.text('IsPreview', false)
    writePreview(xml, track)
    if (file?.audio) writeFile(xml, file, number, input)
  })
}

function writePreview(xml: XmlWriter, { previewStartMs }: Track): void {
  if (previewStartMs === undefined) return
  xml.element('PreviewDetails', {}, () => {
    xml.text('StartPoint', previewStartMs / 1000)
    xml.text('Duration', 'PT30S')
    xml.text('ExpressionType', 'Instructive')
  })
}

/** A file that is not in the package is not named: ERN 3 cannot say that the receiver has it. */
function writeFile(xml: XmlWriter, file: ErnFile, number: number, input: ErnInput): void {
  if (!input.providesFiles) return
  const path = fileName(input, number, file)
  const end = path.lastIndexOf('/') + 1
  xml.element('File', {}, () => {
    xml.text('FileName', path.slice(end))
    xml.text('FilePath', path.slice(0, end))
    xml.element('HashSum', {}, () => {
      xml.text('HashSum', file.sha256)
      writeWord(xml, 'HashSumAlgorithmType', { value: 'UserDefined', userDefined: 'SHA-256' }, namespaceOf(input))
    })
  })
}

export function writeCover3(xml: XmlWriter, input: ErnInput, number: number): void {
  const { coverUploadId = '', explicit } = input.release
  const file = input.files.get(coverUploadId)
  xml.element('Image', {}, () => {
    xml.text('ImageType', 'FrontCoverImage')
    xml.element('ImageId', {}, () => xml.text('ProprietaryId', coverUploadId, { Namespace: namespaceOf(input) }))
    xml.text('ResourceReference', `A${number}`)
    writeDetails(xml, 'Image', () => {
      xml.text('ParentalWarningType', warningOf(explicit === 'clean' ? 'not_explicit' : explicit))
      if (file?.image) writePicture(xml, { ...file, image: file.image }, number, input)
    })
  })
}

function writePicture(
  xml: XmlWriter,
  file: ErnFile & Required<Pick<ErnFile, 'image'>>,
  number: number,
  input: ErnInput,
): void {
  const pixels = { UnitOfMeasure: 'Pixel' }
  xml.element('TechnicalImageDetails', {}, () => {
    xml.text('TechnicalResourceDetailsReference', `T${number}`)
    xml.text('ImageCodecType', imageCodecs[file.container] ?? 'Unknown')
    xml.text('ImageHeight', file.image.height, pixels)
    xml.text('ImageWidth', file.image.width, pixels)
    writeFile(xml, file, number, input)
  })
}
